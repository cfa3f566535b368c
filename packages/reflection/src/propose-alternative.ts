import type { JsonObject } from '@loopwright/core-parser';
import type { FailureReason } from './failure.ts';
import type { ReflectedAction } from './reflected-action.ts';
import { subjectOf } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';

export type AlternativeOptions = {
  /** Per tool, the tools to try instead, in this order. Default: tools whose names show that they do a similar thing. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>>;
  /**
   * The parameters to call `tool` with instead of `failed`. Default: `{ q: … }` with the words of the failed call (or
   * the goal) for a search, and the failed call's own parameters otherwise.
   */
  readonly parametersFor?: (tool: string, failed: ReflectedAction, goal: string) => JsonObject;
  /** Per tool, names of arguments whose values are in no lesson and no note. Names of secrets never are. */
  readonly sensitive?: SensitiveNames;
};

// Tools that retrieve something can stand in for one another; the first group casts the wider net.
const wideWords = new Set([
  'search',
  'find',
  'query',
  'web',
  'browse',
  'wiki',
  'wikipedia',
  'google',
]);
const narrowWords = new Set([
  'lookup',
  'look',
  'get',
  'fetch',
  'read',
  'retrieve',
  'knowledge',
  'list',
  'kb',
]);

/**
 * The best other tool for what failed, or undefined when no similar one is left. `isUsedUp` says which actions must
 * not be proposed.
 */
export function proposeAlternative(
  failed: ReflectedAction,
  reason: FailureReason,
  availableActions: readonly string[],
  goal: string,
  isUsedUp: (action: ReflectedAction) => boolean,
  options: AlternativeOptions,
): ReflectedAction | undefined {
  const named = options.alternatives;
  const preferred =
    named !== undefined && Object.hasOwn(named, failed.name)
      ? named[failed.name]!.filter((tool) => availableActions.includes(tool))
      : similarTools(failed.name, reason, availableActions);
  return preferred
    .filter((tool) => tool !== failed.name)
    .map((name) => ({ name, parameters: parametersFor(name, failed, goal, options) }))
    .find((action) => !isUsedUp(action));
}

function similarTools(
  failed: string,
  reason: FailureReason,
  availableActions: readonly string[],
): string[] {
  const words = wordsOfName(failed);
  const retrieves = words.some((word) => wideWords.has(word) || narrowWords.has(word));
  const rank = (tool: string): number => {
    const others = wordsOfName(tool);
    if (retrieves && others.some((word) => wideWords.has(word)))
      return reason === 'not_found' ? 3 : 2;
    if (retrieves && others.some((word) => narrowWords.has(word))) return 2;
    return others.some((word) => words.includes(word)) ? 1 : 0;
  };
  // The sort is stable: among equals the order of the available tools decides.
  return availableActions.filter((tool) => rank(tool) > 0).sort((a, b) => rank(b) - rank(a));
}

function parametersFor(
  tool: string,
  failed: ReflectedAction,
  goal: string,
  options: AlternativeOptions,
): JsonObject {
  if (options.parametersFor !== undefined) return options.parametersFor(tool, failed, goal);
  if (!wordsOfName(tool).some((word) => wideWords.has(word))) return failed.parameters;
  const subject = subjectOf(failed, options.sensitive);
  return { q: subject === '' ? goal : subject };
}

function wordsOfName(name: string): string[] {
  return (name.slice(0, 200).match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? []).map((word) =>
    word.toLowerCase(),
  );
}

import type { JsonObject } from '@loopwright/core-parser';
import type { FailureReason } from './failure.ts';
import type { AlternativeNeed } from './lexical-similarity.ts';
import { lexicalSimilarity } from './lexical-similarity.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';
import { isWideTool, similarTools } from './similar-tools.ts';
import { suggestParameters } from './suggest-parameters.ts';
import type { ToolDescription } from './tool-description.ts';

export type AlternativeOptions = {
  /** Per tool, the tools to try instead, in this order. Default: similar ones, by name and then by description. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * The parameters to call `tool` with instead of `failed`. Default: those of the failed call that the tool's schema
   * has, and its words for the one text still required; without a schema `{ q: … }` for a search, and the failed
   * call's own parameters otherwise.
   */
  readonly parametersFor?:
    | ((tool: string, failed: ReflectedAction, goal: string) => JsonObject)
    | undefined;
  /**
   * How well each of the tools could do what failed, from 0 to 1 and in their order, where no rule about names applies.
   * Default: `lexicalSimilarity`.
   */
  readonly rank?:
    | ((need: AlternativeNeed, tools: readonly ToolDescription[]) => readonly number[])
    | undefined;
  /** The least that `rank` must say of a tool that is proposed. Default 0.15. */
  readonly minSimilarity?: number | undefined;
  /** Per tool, names of arguments whose values are in no lesson and no note. Names of secrets never are. */
  readonly sensitive?: SensitiveNames | undefined;
};

/** What went wrong and what there is to choose from. */
export type AlternativeSearch = {
  readonly failed: ReflectedAction;
  readonly reason: FailureReason;
  readonly available: readonly ToolDescription[];
  readonly goal: string;
  readonly thought: string;
  /** Says which actions must not be proposed. */
  readonly isUsedUp: (action: ReflectedAction) => boolean;
};

/**
 * The best other tool for what failed, or undefined when none is left that could do. A tool that acts on the world is
 * proposed only where `alternatives` names it.
 */
export function proposeAlternative(
  search: AlternativeSearch,
  options: AlternativeOptions & { readonly minSimilarity: number },
): ReflectedAction | undefined {
  const { failed, goal, isUsedUp } = search;
  for (const tool of candidates(search, options)) {
    if (tool.name === failed.name) continue;
    const parameters =
      options.parametersFor?.(tool.name, failed, goal) ??
      suggestParameters(tool, failed, goal, {
        isWide: isWideTool(tool.name),
        sensitive: options.sensitive,
      });
    const action = { name: tool.name, parameters };
    if (!isUsedUp(action)) return action;
  }
  return undefined;
}

function* candidates(
  search: AlternativeSearch,
  options: AlternativeOptions & { readonly minSimilarity: number },
): Generator<ToolDescription> {
  const { failed, reason, available } = search;
  const { alternatives } = options;
  const find = (name: string) => available.find((tool) => tool.name === name);
  if (alternatives !== undefined && Object.hasOwn(alternatives, failed.name)) {
    for (const name of alternatives[failed.name]!) {
      const tool = find(name);
      if (tool !== undefined) yield tool;
    }
    return;
  }
  const scored = scoredTools(search, options);
  // The rules about names sort stably: among equals the description decides, and then the order of the tools.
  const byScore = scored.map(({ tool }) => tool);
  yield* similarTools(failed.name, reason, byScore);
  for (const { tool, score } of scored) {
    if (score > 0 && score >= options.minSimilarity) yield tool;
  }
}

/** The tools without effects and how well they could do what failed, the best first. */
function scoredTools(
  { failed, available, goal, thought }: AlternativeSearch,
  { rank = lexicalSimilarity }: AlternativeOptions,
): { readonly tool: ToolDescription; readonly score: number }[] {
  const failedTool = available.find((tool) => tool.name === failed.name) ?? { name: failed.name };
  const need: AlternativeNeed = { task: goal, thought, failed, failedTool };
  const scores = rank(need, available);
  return available
    .map((tool, at) => ({ tool, score: Number.isFinite(scores[at]) ? scores[at]! : 0 }))
    .filter(({ tool: { name, effect = 'pure' } }) => effect === 'pure' && name !== failed.name)
    .sort((a, b) => b.score - a.score);
}

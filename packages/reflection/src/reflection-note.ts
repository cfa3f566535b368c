import { canonicalJson, capText } from '@loopwright/core-parser';
import { durationText } from './duration-text.ts';
import type { ReflectedAction } from './reflected-action.ts';
import type { Reflection } from './reflection.ts';
import type { StepReflection } from './reflector-from-steps.ts';
import type { SensitiveNames } from './secret-names.ts';
import { withoutSecrets } from './secret-names.ts';

const maxParameterChars = 200;

/** What a note says about one failure. `words` are those of a model, when one was asked. */
export type NoteParts = {
  readonly words?: string | undefined;
  /** Without the list of tools nobody can say that none is left. */
  readonly canEscalate: boolean;
  readonly maxRetryAfterMs: number;
  readonly sensitive: SensitiveNames | undefined;
};

/** The note about one failure: the lesson, what a model adds to it, and what to do next by the rules. */
export function noteOf(about: StepReflection, parts: NoteParts): string {
  const { lessonLearned } = about.reflection;
  const added = parts.words === undefined ? '' : ` ${parts.words}`;
  return `lesson: ${lessonLearned}${added} Next: ${nextOf(about, parts)}`;
}

/** What to do next, in words. */
function nextOf({ action, reflection }: StepReflection, parts: NoteParts): string {
  const { alternativeAction, retryAfterMs, failure } = reflection;
  const decision = decisionOf(reflection, parts.canEscalate);
  if (decision === 'retry') {
    const wait = retryAfterMs ? `, after waiting ${durationText(retryAfterMs)}` : '';
    return `call ${action.name} once more${wait}.`;
  }
  const isTooLong = (failure?.retryAfterMs ?? 0) > parts.maxRetryAfterMs;
  const reason = isTooLong ? 'that is too long to wait; ' : '';
  if (decision === 'escalate') return `${reason}answer with what is known, or give up.`;
  if (failure?.reason === 'unauthenticated') return 'sign in first, then make the call again.';
  if (alternativeAction === undefined) return `${reason}do not make the same call again.`;
  const shown = shownParameters(action.name, alternativeAction, parts.sensitive);
  const example = shown === '{}' ? '' : `, for instance with ${capText(shown, maxParameterChars)}`;
  return `${reason}try ${alternativeAction.name}${example}.`;
}

function decisionOf({ decision }: Reflection, canEscalate: boolean): Reflection['decision'] {
  return decision === 'escalate' && !canEscalate ? 'alternative' : decision;
}

/** The parameters may be those of the failed call, whose tool then says what is sensitive. */
function shownParameters(
  failedTool: string,
  alternative: ReflectedAction,
  sensitive: SensitiveNames | undefined,
): string {
  const tools = [failedTool, alternative.name];
  return canonicalJson(withoutSecrets(alternative.parameters, tools, sensitive));
}

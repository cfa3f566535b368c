import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { parseError } from './step-results.ts';
import { unwrapStep } from './unwrap-step.ts';

/** What stands on the other side of where reasoning may end: before it, '' when there is nothing, or behind it. */
export type OtherSide = { readonly draft: string; readonly behind: string };

const draftMessage =
  'An answer stands before the end of the reasoning and a call behind it. Write one of them.';
const behindMessage =
  'A call stands before what may be the end of reasoning and an answer behind it. Write one of them.';

/**
 * The step, unless it is a call and an answer stands on the other side of where reasoning may end: that what stands before the
 * end is a draft, or that the end is part of what is said, are two readings.
 */
export function refuseDraftedAnswer(
  step: ReactStep,
  { draft, behind }: OtherSide,
  readStep: (text: string, options: ParseStepOptions) => ReactStep | undefined,
  options: ParseStepOptions,
): ReactStep {
  if (step.kind !== 'action') return step;
  const isAnswer = (text: string): boolean => {
    if (text.trim() === '') return false;
    const kind = readStep(unwrapStep(text), { ...options, truncated: false })?.kind;
    return kind === 'final' || kind === 'give_up';
  };
  const { thought, repaired, flags } = step;
  const refuse = (message: string): ReactStep =>
    parseError({ thought, repaired, flags }, 'both_action_and_final', message, options);
  if (isAnswer(draft)) return refuse(draftMessage);
  return isAnswer(behind) ? refuse(behindMessage) : step;
}

import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { parseError } from './step-results.ts';
import { unwrapStep } from './unwrap-step.ts';

const message =
  'An answer stands before the end of the reasoning and a call behind it. Write one of them.';

/**
 * The step, unless it is a call and an answer stands before the end of the reasoning: that the answer is a draft, or that the
 * end of the reasoning and the call are part of the answer, are two readings.
 */
export function refuseDraftedAnswer(
  step: ReactStep,
  draft: string,
  readStep: (text: string, options: ParseStepOptions) => ReactStep | undefined,
  options: ParseStepOptions,
): ReactStep {
  if (step.kind !== 'action' || draft.trim() === '') return step;
  const drafted = readStep(unwrapStep(draft), { ...options, truncated: false });
  if (drafted?.kind !== 'final' && drafted?.kind !== 'give_up') return step;
  const { thought, repaired, flags } = step;
  return parseError({ thought, repaired, flags }, 'both_action_and_final', message, options);
}

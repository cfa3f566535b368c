// For the AI SDK (`ai`), by the shape of its steps: nothing of it is imported.
import type { AiSdkStep } from './ai-sdk-steps.ts';
import { modelStepsOf } from './ai-sdk-steps.ts';
import { listOf } from './list-of.ts';
import type { LoopGuardOptions } from './loop-guard.ts';
import type { LoopAdapterOptions, LoopVerdict } from './loop-judge.ts';
import { checkedAdapterOptions, createLoopJudge, hintText } from './loop-judge.ts';

export type { AiSdkStep } from './ai-sdk-steps.ts';
export type { LoopAdapterOptions, LoopVerdict } from './loop-judge.ts';

/**
 * A condition for `stopWhen` that is met when the steps go round in circles (L1, L6). It depends on the given steps
 * alone, so one condition can serve many runs. `onVerdict` is told why; `loopVerdict(result.steps)` says it afterwards.
 * Keep a limit of steps beside it. Throws `invalid_options` as `loopGuard` does.
 */
export function stopOnLoop(
  options: LoopAdapterOptions = {},
): (given: { readonly steps: readonly AiSdkStep[] }) => boolean {
  const { onVerdict, ...guardOptions } = checkedAdapterOptions(options);
  const judge = createLoopJudge(guardOptions);
  return ({ steps }) => {
    const verdict = judge(modelStepsOf(steps));
    if (verdict?.kind !== 'stop') return false;
    onVerdict?.(verdict);
    return true;
  };
}

/** What the model is told. */
export type HintMessage = { readonly role: 'user'; readonly content: string };

/**
 * A function for `prepareStep` that tells the model, in a message of the user, that it repeats itself and what to do
 * about it. Without {@link stopOnLoop} it goes on to hint where that would have stopped.
 */
export function hintOnLoop(
  options: LoopAdapterOptions = {},
): <Message>(given: {
  readonly steps: readonly AiSdkStep[];
  readonly messages: readonly Message[];
}) => { messages: (Message | HintMessage)[] } | undefined {
  const { onVerdict, ...guardOptions } = checkedAdapterOptions(options);
  const judge = createLoopJudge(guardOptions);
  return ({ steps, messages }) => {
    const verdict = judge(modelStepsOf(steps));
    if (verdict === undefined) return undefined;
    onVerdict?.(verdict);
    return { messages: [...listOf(messages), { role: 'user', content: hintText(verdict) }] };
  };
}

/** What the steps of a run say: a loop that begins, one that ended the run, or none. Takes `result.steps`. */
export function loopVerdict(
  steps: readonly AiSdkStep[],
  options: LoopGuardOptions = {},
): LoopVerdict | undefined {
  return createLoopJudge(options)(modelStepsOf(steps));
}

import { digestOf } from './digest-of.ts';
import type { Digests } from './digests.ts';
import type { SignatureOptions } from './signature.ts';
import { actionDigest, displaySignature } from './signature.ts';
import type { GuardedCall, GuardedObservation, GuardedStep } from './step.ts';

export type StepSignatureOptions = SignatureOptions & {
  /** Whether equal calls with different results differ. Default true. */
  readonly resultAware?: boolean | undefined;
};

/** Makes a function that says whether a call counts: calls of repeatable tools do not. */
export function createIsCompared({ repeatable = [] }: SignatureOptions) {
  const names = new Set(repeatable);
  return ({ tool }: Pick<GuardedCall, 'tool'>): boolean => !names.has(tool);
}

/**
 * Makes a function that gives a digest of what a step did: its calls, each with its result unless only calls are
 * compared. The order of parallel calls does not count. An unreadable call counts with the reason why it could not be
 * read. A step that is asked about again right away, itself or a copy, is not read again.
 */
export function createStepDigest(
  { resultOf }: Pick<Digests, 'resultOf'>,
  { resultAware = true, ...options }: StepSignatureOptions = {},
): (step: GuardedStep) => string {
  const isCompared = createIsCompared(options);
  const lineOf = (call: GuardedCall, observation: GuardedObservation | undefined) => {
    const reason = call.unreadable === undefined ? '' : digestOf(call.unreadable);
    const result = observation === undefined || !resultAware ? '' : resultOf(observation).digest;
    return `${actionDigest(call.tool, call.args, options)}\f${reason}\f${result}`;
  };
  const digestOfStep = ({ calls, observations }: GuardedStep) => {
    if (calls.length === 1) return isCompared(calls[0]!) ? lineOf(calls[0]!, observations[0]) : '';
    const lines = calls.flatMap((call, at) =>
      isCompared(call) ? lineOf(call, observations[at]) : [],
    );
    // No digest holds a form feed or a line break, so that the parts stay apart.
    return lines.sort().join('\n');
  };
  let latest: Pick<GuardedStep, 'calls' | 'observations'> | undefined;
  let digest = '';
  return (step) => {
    const isLatest = step.calls === latest?.calls && step.observations === latest.observations;
    if (!isLatest) {
      digest = digestOfStep(step);
      latest = { calls: step.calls, observations: step.observations };
    }
    return digest;
  };
}

/** The calls of a step that count, in words, such as `search(q=fees)` or `a() + b()`. */
export function stepDisplay(step: GuardedStep, options: SignatureOptions): string {
  return step.calls
    .filter(createIsCompared(options))
    .map((call) => displaySignature(call.tool, call.args, options))
    .join(' + ');
}

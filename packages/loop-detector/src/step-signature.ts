import { digestOf } from './digest-of.ts';
import type { Digests } from './digests.ts';
import { remember } from './remember.ts';
import type { SignatureOptions } from './signature.ts';
import { displaySignature } from './signature.ts';
import type { GuardedStep } from './step.ts';

export type StepSignatureOptions = SignatureOptions & {
  /** Whether equal calls with different results differ. Default true. */
  readonly resultAware?: boolean;
};

/**
 * Makes a function that gives a digest of what a step did: all its calls, each with its result unless only calls are
 * compared. The order of parallel calls does not count. An unreadable call counts with the reason why it could not be
 * read.
 */
export function createStepDigest(
  { callDigest, resultDigest }: Digests,
  resultAware: boolean,
): (step: GuardedStep) => string {
  return remember((step) => {
    const lines = step.calls.map((call, at) => {
      const reason = call.unreadable === undefined ? '' : digestOf(call.unreadable);
      const observation = resultAware ? step.observations[at] : undefined;
      const result = observation === undefined ? '' : resultDigest(observation);
      return [callDigest(call), reason, result].join('\f');
    });
    // No digest holds a form feed or a line break, so that the parts stay apart.
    return lines.sort().join('\n');
  });
}

/** The calls of a step in words, such as `search(q=fees)` or `a() + b()`. */
export function stepDisplay(step: GuardedStep, options: SignatureOptions): string {
  return step.calls.map((call) => displaySignature(call.tool, call.args, options)).join(' + ');
}

import { canonicalJson } from '@loopwright/core-parser';
import { observationDigest } from './observation-digest.ts';
import type { SignatureOptions } from './signature.ts';
import { actionDigest, digestOf, displaySignature } from './signature.ts';
import type { GuardedStep } from './step.ts';

export type StepSignatureOptions = SignatureOptions & {
  /** Whether equal calls with different results differ. Default true. */
  readonly resultAware?: boolean;
};

/**
 * A digest of what a step did: all its calls, each with its result. The order of parallel calls does not count. An
 * unreadable call counts with the reason why it could not be read.
 */
export function stepDigest(step: GuardedStep, options: StepSignatureOptions): string {
  const resultAware = options.resultAware ?? true;
  const pairs = step.calls.map((call, at) => {
    const observation = step.observations[at];
    const result = resultAware && observation !== undefined ? observationDigest(observation) : '';
    return canonicalJson([
      actionDigest(call.tool, call.args, options),
      call.unreadable ?? '',
      result,
    ]);
  });
  return digestOf(pairs.sort());
}

/** The calls of a step in words, such as `search(q=fees)` or `a() + b()`. */
export function stepDisplay(step: GuardedStep, options: SignatureOptions): string {
  return step.calls.map((call) => displaySignature(call.tool, call.args, options)).join(' + ');
}

import { digestOfAll } from './digest-of.ts';
import { remember } from './remember.ts';
import type { SignatureOptions } from './signature.ts';
import { actionDigest } from './signature.ts';
import type { GuardedCall, GuardedObservation } from './step.ts';

/** What calls and observations are compared by. */
export type Digests = {
  readonly callDigest: (call: GuardedCall) => string;
  readonly resultDigest: (observation: GuardedObservation) => string;
};

/** A result does not change, so every guard that asks for its digest gets the same one. */
const resultDigest = remember(digestOfResult);

/** Makes digests that are computed once for each call and each observation, which a step and its copies share. */
export function createDigests(options: SignatureOptions = {}): Digests {
  return {
    callDigest: remember(({ tool, args }) => actionDigest(tool, args, options)),
    resultDigest,
  };
}

/** The value of a success, the text of a failure: two failures with different messages are different results. */
function digestOfResult({ tool, ok, value, text }: GuardedObservation): string {
  return digestOfAll([tool, ok, ok && value !== undefined ? value : text]);
}

import { digestOfAll } from './digest-of.ts';
import type { ResultFacts } from './loop-report.ts';
import { isEmptyResult } from './loop-report.ts';
import { remember } from './remember.ts';
import type { ComparisonOptions } from './signature.ts';
import { actionDigest, relevantResult } from './signature.ts';
import { stableText } from './stable-text.ts';
import type { GuardedCall, GuardedObservation } from './step.ts';

/** What a result is compared by, and what is to be known of it beside. */
export type ReadResult = ResultFacts & { readonly digest: string };

/** Reads calls and observations: each is read once. */
export type Digests = {
  readonly callDigest: (call: GuardedCall) => string;
  readonly resultOf: (observation: GuardedObservation) => ReadResult;
};

/** A result does not change, so every guard that compares whole results reads it together with the others. */
const wholeResultOf = remember((observation: GuardedObservation) => readResult(observation, {}));

/** Makes readers that read each call and each observation once, which a step and its copies share. */
export function createDigests(options: ComparisonOptions = {}): Digests {
  return {
    callDigest: remember(({ tool, args }) => actionDigest(tool, args, options)),
    resultOf:
      options.results === undefined
        ? wholeResultOf
        : remember((observation) => readResult(observation, options)),
  };
}

/** The value of a success, the text of a failure: two failures with different messages are different results. */
export function readResult(
  { tool, ok, value, text }: Pick<GuardedObservation, 'tool' | 'ok' | 'text'> & { value?: unknown },
  options: ComparisonOptions,
): ReadResult {
  const result = !ok ? stableText(text) : value === undefined ? text : value;
  const digest = digestOfAll([tool, ok, relevantResult(tool, result, options)]);
  return { digest, ok, isEmpty: isEmptyResult(result) };
}

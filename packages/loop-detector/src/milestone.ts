import { createDigests } from './digests.ts';
import { createKnownResults } from './known-results.ts';
import type { GuardedStep } from './step.ts';
import { isActionStep } from './step.ts';

/** Says whether a step brought the run forward. Must be a pure function of its arguments. */
export type IsMilestone = (step: GuardedStep, before: readonly GuardedStep[]) => boolean;

/**
 * The milestone used by default (R10): a successful observation that is new in this run; or a call made before that
 * now has a result never seen, even a failure, since something has changed (the tests that fail elsewhere after an
 * edit). Different arguments with a result already known are no milestone. Reads all of `before` each time; the guards
 * remember what they have read.
 */
export function hasNewInformation(step: GuardedStep, before: readonly GuardedStep[]): boolean {
  const known = createKnownResults(createDigests());
  for (const earlier of before.filter(isActionStep)) known.add(earlier);
  return known.isNews(step);
}

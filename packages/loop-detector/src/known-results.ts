import type { Digests } from './digests.ts';
import type { GuardedStep } from './step.ts';

/** What the action steps of a run have called so far, and what came back. */
export type KnownResults = {
  /** Whether the step tells what is not known yet, as `hasNewInformation` means it. */
  isNews(step: GuardedStep): boolean;
  add(step: GuardedStep): void;
};

/** Knows nothing yet. */
export function createKnownResults({ callDigest, resultDigest }: Digests): KnownResults {
  const calls = new Set<string>();
  const results = new Set<string>();
  return {
    isNews: (step) =>
      step.observations.some((observation, at) => {
        if (results.has(resultDigest(observation))) return false;
        if (observation.ok) return true;
        const call = step.calls[at];
        return call !== undefined && call.unreadable === undefined && calls.has(callDigest(call));
      }),
    add: (step) => {
      for (const call of step.calls) calls.add(callDigest(call));
      for (const observation of step.observations) results.add(resultDigest(observation));
    },
  };
}

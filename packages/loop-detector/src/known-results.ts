import type { Digests } from './digests.ts';
import type { GuardedCall, GuardedStep } from './step.ts';

/** What the action steps of a run have called so far, and what came back. */
export type KnownResults = {
  /** Whether the step tells what is not known yet, as `hasNewInformation` means it. */
  isNews(step: GuardedStep): boolean;
  add(step: GuardedStep): void;
};

/** Knows nothing yet. */
export function createKnownResults({ callDigest, resultOf }: Digests): KnownResults {
  const calls = new Set<string>();
  const results = new Set<string>();
  // Only a failure asks for the calls made before; a run without one never digests them.
  let unread: GuardedCall[] = [];
  const wasCalled = (call: GuardedCall) => {
    for (const made of unread) calls.add(callDigest(made));
    unread = [];
    return calls.has(callDigest(call));
  };
  return {
    isNews: (step) =>
      step.observations.some((observation, at) => {
        if (results.has(resultOf(observation).digest)) return false;
        if (observation.ok) return true;
        const call = step.calls[at];
        return call !== undefined && call.unreadable === undefined && wasCalled(call);
      }),
    add: (step) => {
      unread.push(...step.calls);
      for (const observation of step.observations) results.add(resultOf(observation).digest);
    },
  };
}

import { observationDigest } from './observation-digest.ts';
import { actionDigest } from './signature.ts';
import type { GuardedStep } from './step.ts';
import { isActionStep } from './step.ts';

/** Says whether a step brought the run forward. Must be a pure function of its arguments. */
export type IsMilestone = (step: GuardedStep, before: readonly GuardedStep[]) => boolean;

/**
 * The milestone used by default (R10): a successful observation that is new in this run; or a call made before that
 * now has a result never seen, even a failure, since something has changed (the tests that fail elsewhere after an
 * edit). Different arguments with a result already known are no milestone.
 */
export function hasNewInformation(step: GuardedStep, before: readonly GuardedStep[]): boolean {
  const earlier = before.filter(isActionStep).flatMap(results);
  const seenResults = new Set(earlier.map(({ result }) => result));
  const seenActions = new Set(earlier.map(({ action }) => action));
  return results(step).some(
    ({ ok, readable, action, result }) =>
      !seenResults.has(result) && (ok || (readable && seenActions.has(action))),
  );
}

type Result = { ok: boolean; readable: boolean; action: string; result: string };

// A recorded step never changes, so what is computed from it can be kept as long as the step lives.
const cache = new WeakMap<GuardedStep, readonly Result[]>();

function results(step: GuardedStep): readonly Result[] {
  const known = cache.get(step);
  if (known !== undefined) return known;
  const computed = step.observations.map((observation, at) => {
    const call = step.calls[at];
    return {
      ok: observation.ok,
      readable: call !== undefined && call.unreadable === undefined,
      action: call === undefined ? '' : actionDigest(call.tool, call.args, {}),
      result: observationDigest(observation),
    };
  });
  cache.set(step, computed);
  return computed;
}

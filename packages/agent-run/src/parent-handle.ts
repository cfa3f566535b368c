import type { ParentHandle } from './agent-tool.ts';
import { ConfigurationError } from './configuration-error.ts';
import { Ended } from './ended.ts';
import type { RunState } from './run-state.ts';

/** Where a sub-agent runs in its parent. `run` is set by the run that took the place. */
type Place = {
  readonly state: RunState;
  readonly path: string;
  readonly maxModelCalls: number;
  used: boolean;
  run?: Promise<unknown>;
};

const places = new WeakMap<ParentHandle, Place>();

export function createParentHandle(
  state: RunState,
  key: string,
  maxModelCalls: number,
): ParentHandle {
  const handle: ParentHandle = { key };
  places.set(handle, { state, path: `${key}/`, maxModelCalls, used: false });
  return handle;
}

/**
 * Takes the place that a handle stands for.
 *
 * @throws ConfigurationError `parent_used_twice`: two runs under one call would share their keys.
 */
export function takePlace(handle: ParentHandle): Place {
  const place = places.get(handle);
  if (!place) {
    throw new ConfigurationError(
      'invalid_option',
      'parent must be the handle that the `agent` function of a sub-agent tool was given',
    );
  }
  if (place.used) {
    throw new ConfigurationError(
      'parent_used_twice',
      `The call ${handle.key} has or had a sub-agent; one call holds one run, while it lasts`,
    );
  }
  place.used = true;
  return place;
}

/** Whether a run took the place: else the `agent` function ran something of its own, outside the parent. */
export function isTaken(handle: ParentHandle): boolean {
  return places.get(handle)?.used ?? false;
}

/** Waits for the run that took the place, if one did and it still goes on. */
export async function joinPlace(handle: ParentHandle): Promise<boolean> {
  await places.get(handle)?.run?.catch(() => {});
  return false;
}

/**
 * Closes the place when its call is over: waits for a run that the `agent` function did not wait for, and for no
 * later one.
 *
 * @throws the end that came inside (suspended, detached, the runtime's own), also when the `agent` function caught it.
 */
export async function leavePlace(handle: ParentHandle): Promise<void> {
  const place = places.get(handle);
  if (!place) return;
  place.used = true;
  try {
    await place.run;
  } catch (error) {
    if (error instanceof Ended || place.state.session.runtime.isControl(error)) throw error;
  }
}

import type { ParentHandle } from './agent-tool.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { RunState } from './run-state.ts';

type Place = { state: RunState; path: string; maxModelCalls: number; used: boolean };

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
export function takePlace(handle: ParentHandle): Omit<Place, 'used'> {
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
      `The call ${handle.key} already has a sub-agent; one call holds one run`,
    );
  }
  place.used = true;
  return place;
}

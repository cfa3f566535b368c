import { type Ended, stop } from './ended.ts';
import { byEndOrder } from './ends.ts';
import type { RunState } from './run-state.ts';

/** The ends that what has happened so far demands: a cancelled call and every limit used up, in the order of ends. */
export function reachedEnds(state: RunState): Ended[] {
  const reached = state.meter.reachedLimits();
  if (state.interrupted) reached.push(stop('aborted', 'The run was cancelled'));
  return sortEnds(reached);
}

export function sortEnds(ends: readonly Ended[]): Ended[] {
  return ends.toSorted((left, right) =>
    left.end.kind === 'stop' && right.end.kind === 'stop'
      ? byEndOrder(left.end.stopReason, right.end.stopReason)
      : 0,
  );
}

import type { Checkpoint, CheckpointPriority } from './checkpoint.ts';
import { checkpointPresets } from './defaults.ts';
import { requireList, requireObject } from './invalid-options.ts';

/** When to checkpoint; `checkpointPresets` has names for it. */
export type CheckpointPolicy = {
  /** Before a call that changes something. */
  readonly beforeRisky: boolean;
  readonly afterSubtask: boolean;
  /** Every so many iterations; 0: never. */
  readonly everyIterations: number;
};

/** Where a run is: about to make a call, behind a subtask, or behind an iteration, counted from 1. */
export type CheckpointMoment =
  | { readonly kind: 'before_call'; readonly effect: 'pure' | 'idempotent' | 'once' }
  | { readonly kind: 'subtask_completed' }
  | { readonly kind: 'iteration'; readonly n: number };

/**
 * The priority of the checkpoint that a policy asks for, or undefined when it asks for none (N6). The state before a change of
 * the world is `high`, as nothing else tells of it; a completed subtask is `normal`; what was only looked up can be looked up
 * again, so that an interval is `low`.
 */
export function checkpointPriority(
  moment: CheckpointMoment,
  policy: CheckpointPolicy = checkpointPresets.default,
): CheckpointPriority | undefined {
  requireObject('policy', policy);
  requireObject('moment', moment);
  switch (moment.kind) {
    case 'before_call':
      return policy.beforeRisky && moment.effect !== 'pure' ? 'high' : undefined;
    case 'subtask_completed':
      return policy.afterSubtask ? 'normal' : undefined;
    case 'iteration': {
      const every = policy.everyIterations;
      return every > 0 && moment.n % every === 0 ? 'low' : undefined;
    }
  }
}

/** What may make it worthwhile to go back; `since` is the sequence number of the event with which it began. */
export type RunTrouble =
  | { readonly kind: 'subtask_failed'; readonly hasAlternative: boolean }
  | { readonly kind: 'goal_drift' | 'loop_detected'; readonly since: number };

/**
 * The checkpoint to go back to, or undefined when there is none or going back would not help (N6): the latest for a subtask
 * that failed after its attempts while there is another way, and the latest from before a drift or a loop began. `checkpoints`
 * are those of one session, as `list` gives them. How often a run goes back is for the caller to bound.
 */
export function checkpointToRestore(
  checkpoints: readonly Checkpoint[],
  trouble: RunTrouble,
): Checkpoint | undefined {
  requireList('checkpoints', checkpoints);
  requireObject('trouble', trouble);
  if (trouble.kind === 'subtask_failed') {
    return trouble.hasAlternative ? checkpoints.at(-1) : undefined;
  }
  return checkpoints.findLast(({ seq }) => seq < trouble.since);
}

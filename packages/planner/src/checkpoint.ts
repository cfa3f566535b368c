import type { GoalState } from './goal-state.ts';

/** How much it would hurt to lose a checkpoint, the least first: that is the order in which they make room. */
export const checkpointPriorities = ['low', 'normal', 'high'] as const;

/** One of {@link checkpointPriorities}. */
export type CheckpointPriority = (typeof checkpointPriorities)[number];

/** What is to be kept. */
export type NewCheckpoint<Plan, Goal = GoalState> = {
  readonly sessionId: string;
  /** Plain data, such as `graph.toJson()`. */
  readonly plan: Plan;
  readonly goalState: Goal;
  /** The number of the last event before the checkpoint, from 0, or of the last step: it says which effects came later. */
  readonly seq: number;
  /** Default `normal`. */
  readonly priority?: CheckpointPriority | undefined;
  /** What the checkpoint is for, in words. */
  readonly label?: string | undefined;
};

/** What is known about a checkpoint without restoring it. */
export type Checkpoint = {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly priority: CheckpointPriority;
  readonly label?: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Estimated size of the copies. */
  readonly bytes: number;
};

/**
 * What became of a checkpoint: it is kept, and `evicted` had to make room for it; or it is not, as it is larger than the whole
 * store (`too_large`), or all that could make room is of a higher priority (`no_room`).
 */
export type CheckpointSaving =
  | {
      readonly saved: true;
      readonly checkpoint: Checkpoint;
      readonly evicted: readonly Checkpoint[];
    }
  | { readonly saved: false; readonly reason: 'too_large' | 'no_room'; readonly bytes: number };

/** A side effect with the number of the event, or of the step, that told of it. */
export type SequencedEffect = {
  readonly id: string;
  readonly tool: string;
  readonly status: 'committed' | 'not_started' | 'unknown';
  readonly seq: number;
};

/** A state to go on from. */
export type RestoredCheckpoint<Plan, Goal, Effect extends SequencedEffect> = {
  readonly checkpoint: Checkpoint;
  readonly plan: Plan;
  readonly goalState: Goal;
  /**
   * The effects that happened, or may have happened, after the checkpoint: no restore undoes them. Absent when the effects
   * of the session were not handed in.
   */
  readonly effectsSince?: readonly Effect[];
};

/**
 * Keeps checkpoints (N6, N7). What is saved and what is restored are deep, independent copies. A store must lose nothing: what
 * it cannot keep as it is it refuses with an `UncopyableStateError`, and what it cannot read it rejects, as `undefined`
 * means that a checkpoint was evicted, has expired, or never was.
 */
export type CheckpointStore<Plan, Goal = GoalState> = {
  save(checkpoint: NewCheckpoint<Plan, Goal>): Promise<CheckpointSaving>;
  /** `effects` are all effects of the session so far. */
  restore<Effect extends SequencedEffect>(
    id: string,
    effects?: readonly Effect[],
  ): Promise<RestoredCheckpoint<Plan, Goal, Effect> | undefined>;
  /** The checkpoints of a session, the oldest first. */
  list(sessionId: string): Promise<Checkpoint[]>;
  /** Says that a session has ended: its checkpoints expire. What is saved after that is kept until it ends again. */
  endSession(sessionId: string): Promise<void>;
};

import { requireInteger, requireKnownOptions } from '@loopwright/core-parser/option-checks';
import type {
  Checkpoint,
  CheckpointSaving,
  CheckpointStore,
  NewCheckpoint,
  RestoredCheckpoint,
  SequencedEffect,
} from './checkpoint.ts';
import { checkNewCheckpoint, effectsSinceCheckpoint } from './checkpoint-parts.ts';
import { copyState } from './copy-state.ts';
import { checkpointStoreDefaults } from './defaults.ts';
import type { GoalState } from './goal-state.ts';
import { requireFunction } from './invalid-options.ts';
import { KeptCheckpoints } from './kept-checkpoints.ts';

export type CheckpointStoreOptions = {
  /** Checkpoints of all sessions together. Default 10,000. */
  readonly maxCheckpoints?: number | undefined;
  /** Estimated bytes of all sessions together. Default 67,108,864. */
  readonly maxBytes?: number | undefined;
  /** How long checkpoints are kept after `endSession`, in milliseconds; 0: not at all. Default 86,400,000, a day. */
  readonly ttlMs?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
};

const optionNames = {
  maxCheckpoints: true,
  maxBytes: true,
  ttlMs: true,
  now: true,
} satisfies Record<keyof CheckpointStoreOptions, true>;

/**
 * A store in memory (N6, N7). When a cap is reached, checkpoints of the lowest priority go first, of these the oldest, and
 * never one of a higher priority than the one that needs room. It sets no timer: what has expired is gone at the next call.
 * Throws `invalid_options` for unknown options and numbers out of range.
 */
export function createCheckpointStore<Plan, Goal = GoalState>(
  options: CheckpointStoreOptions = {},
): CheckpointStore<Plan, Goal> {
  requireKnownOptions(options, optionNames);
  const defaults = checkpointStoreDefaults;
  const room = {
    maxCheckpoints: requireInteger(
      'maxCheckpoints',
      options.maxCheckpoints ?? defaults.maxCheckpoints,
      1,
    ),
    maxBytes: requireInteger('maxBytes', options.maxBytes ?? defaults.maxBytes, 1),
  };
  const ttlMs = requireInteger('ttlMs', options.ttlMs ?? defaults.ttlMs, 0);
  const now = requireFunction('now', options.now ?? Date.now);
  const kept = new KeptCheckpoints<{ plan: Plan; goalState: Goal }>();
  let lastNumber = 0;

  return {
    async save(checkpoint: NewCheckpoint<Plan, Goal>): Promise<CheckpointSaving> {
      const draft = checkNewCheckpoint(checkpoint);
      const planCopy = copyState(checkpoint.plan, 'plan');
      const goalCopy = copyState(checkpoint.goalState, 'goalState');
      const bytes = planCopy.bytes + goalCopy.bytes;
      const savedAt = now();
      kept.sweep(savedAt);
      if (bytes > room.maxBytes) return { saved: false, reason: 'too_large', bytes };
      const victims = kept.findVictims({ ...draft, bytes }, room);
      if (victims === undefined) return { saved: false, reason: 'no_room', bytes };
      for (const { id } of victims) kept.remove(id);
      lastNumber += 1;
      const id = `${draft.sessionId}/${lastNumber}`;
      const added: Checkpoint = { id, ...draft, savedAt, bytes };
      kept.add({ checkpoint: added, state: { plan: planCopy.copy, goalState: goalCopy.copy } });
      return { saved: true, checkpoint: { ...added }, evicted: victims };
    },

    async restore<Effect extends SequencedEffect>(
      id: string,
      effects?: readonly Effect[],
    ): Promise<RestoredCheckpoint<Plan, Goal, Effect> | undefined> {
      kept.sweep(now());
      const found = kept.get(id);
      if (found === undefined) return undefined;
      const { checkpoint, state } = found;
      return {
        checkpoint: { ...checkpoint },
        plan: copyState(state.plan, 'plan').copy,
        goalState: copyState(state.goalState, 'goalState').copy,
        ...effectsSinceCheckpoint(checkpoint, effects),
      };
    },

    async list(sessionId: string): Promise<Checkpoint[]> {
      kept.sweep(now());
      return kept.ofSession(sessionId).map((checkpoint) => ({ ...checkpoint }));
    },

    async endSession(sessionId: string): Promise<void> {
      const endedAt = now();
      kept.expireSession(sessionId, endedAt + ttlMs);
      kept.sweep(endedAt);
    },
  };
}

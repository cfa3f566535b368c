import { checkCount, checkFunctions, type Fields } from '@loopwright/agent-run/option-checks';
import { checkpointStoreDefaults } from '@loopwright/planner';

/** What every store of checkpoints is bounded by. */
export type CheckpointLimits = {
  /** Checkpoints of all sessions together. Default 10,000. */
  maxCheckpoints?: number | undefined;
  /** Bytes of the stored plans and goal states of all sessions together. Default 67,108,864. */
  maxBytes?: number | undefined;
  /** How long checkpoints are kept after `endSession`, in milliseconds; 0: not at all. Default 86,400,000, a day. */
  ttlMs?: number | undefined;
};

/** The names of the options that bound a store and set its clock. */
export const limitNames = ['maxCheckpoints', 'maxBytes', 'ttlMs', 'now'] as const;

export function checkLimits(options: CheckpointLimits & { now?: unknown }): void {
  const fields: Fields = options;
  checkCount(fields, 'maxCheckpoints', 1);
  checkCount(fields, 'maxBytes', 1);
  checkCount(fields, 'ttlMs', 0);
  checkFunctions(fields, ['now']);
}

/** The limits with their defaults, which are those of the planner's store in memory. */
export function limitsOf({
  maxCheckpoints = checkpointStoreDefaults.maxCheckpoints,
  maxBytes = checkpointStoreDefaults.maxBytes,
  ttlMs = checkpointStoreDefaults.ttlMs,
}: CheckpointLimits) {
  return { maxCheckpoints, maxBytes, ttlMs };
}

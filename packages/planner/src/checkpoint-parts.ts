import {
  invalidOptions,
  requireInteger,
  requireOneOf,
} from '@loopwright/core-parser/option-checks';
import type { Checkpoint, NewCheckpoint, SequencedEffect } from './checkpoint.ts';
import { checkpointPriorities } from './checkpoint.ts';
import { requireObject, requireText } from './invalid-options.ts';

/** What a new checkpoint says about itself, before a store has taken it. */
export type CheckpointDraft = Omit<Checkpoint, 'id' | 'savedAt' | 'bytes'>;

/**
 * The facts of a new checkpoint, checked in the same way for every store, its priority filled in. Throws `invalid_options` for
 * what cannot be meant.
 */
export function checkNewCheckpoint(checkpoint: NewCheckpoint<unknown, unknown>): CheckpointDraft {
  const { sessionId, seq, priority, label } = requireObject('checkpoint', checkpoint);
  if (label !== undefined && typeof label !== 'string') {
    throw invalidOptions(`label must be a text, not ${typeof label}.`);
  }
  return {
    sessionId: requireText('sessionId', sessionId),
    seq: requireInteger('seq', seq, 0),
    priority: requireOneOf('priority', priority ?? 'normal', checkpointPriorities),
    ...(label === undefined ? {} : { label }),
  };
}

/**
 * The effects that happened, or may have happened, after a checkpoint, as a field to spread; nothing when the effects of the
 * session are not known.
 */
export function effectsSinceCheckpoint<Effect extends SequencedEffect>(
  checkpoint: Pick<Checkpoint, 'seq'>,
  effects: readonly Effect[] | undefined,
): { readonly effectsSince?: readonly Effect[] } {
  if (effects === undefined) return {};
  return {
    effectsSince: effects.filter(
      ({ seq, status }) => seq > checkpoint.seq && status !== 'not_started',
    ),
  };
}

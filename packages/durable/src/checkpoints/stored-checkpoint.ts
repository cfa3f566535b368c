import { JournalError } from '@loopwright/agent-run';
import { digestText } from '@loopwright/core-parser';
import {
  type Checkpoint,
  type CheckpointDraft,
  type CheckpointPriority,
  checkpointPriorities,
} from '@loopwright/planner';

/** The format that this version writes. A newer one is refused, and left as it is. */
const checkpointFormat = 1;

/** A checkpoint as stores keep it: `facts` is what is known without restoring it, `state` its plan and goal state, as JSON. */
export type StoredCheckpoint = {
  readonly id: string;
  readonly format: number;
  readonly facts: string;
  readonly state: string;
  readonly checksum: string;
};

/** What a store gave back; what it did not have, or was not what was written, is null. */
export type FoundCheckpoint = { readonly [Name in keyof StoredCheckpoint]: unknown };

/** Puts the checksum to a checkpoint. */
export function sealCheckpoint({ id, ...facts }: Checkpoint, state: string): StoredCheckpoint {
  const text = JSON.stringify(facts);
  const checksum = checksumOf(id, text, state);
  return { id, format: checkpointFormat, facts: text, state, checksum };
}

/**
 * Reads a checkpoint that must be what was written.
 *
 * @throws JournalError `newer_format`, `corrupt_journal`
 */
export function openCheckpoint<Plan, Goal>(
  found: FoundCheckpoint,
): { checkpoint: Checkpoint; plan: Plan; goalState: Goal } {
  const { id, format, facts, state, checksum } = found;
  // Before anything else: a newer version may also have other checksums.
  if (Number(format) > checkpointFormat) throw newerCheckpoint(String(id), Number(format));
  if (Number(format) !== checkpointFormat) throw corruptCheckpoint(id, 'its format is unknown');
  if (typeof facts !== 'string' || typeof state !== 'string') {
    throw corruptCheckpoint(id, 'a part of it is missing');
  }
  if (checksumOf(String(id), facts, state) !== checksum) {
    throw corruptCheckpoint(id, 'its checksum is wrong');
  }
  const [plan, goalState] = JSON.parse(state) as [Plan, Goal];
  return { checkpoint: { id: String(id), ...JSON.parse(facts) }, plan, goalState };
}

/** The facts of a checkpoint for a list, whose state is not read; undefined when they cannot be read either. */
export function readFacts(id: unknown, facts: unknown): Checkpoint | undefined {
  try {
    const checkpoint = { id, ...JSON.parse(String(facts)) } as Checkpoint;
    const { sessionId, seq, priority } = checkpoint satisfies CheckpointDraft;
    const isReadable = typeof sessionId === 'string' && Number.isSafeInteger(seq);
    return isReadable && checkpointPriorities.includes(priority) ? checkpoint : undefined;
  } catch {
    return undefined;
  }
}

/** The least is 0. */
export function rankOf(priority: CheckpointPriority): number {
  return checkpointPriorities.indexOf(priority);
}

function checksumOf(id: string, facts: string, state: string): string {
  return digestText(JSON.stringify([id, facts, state]));
}

function newerCheckpoint(id: string, format: number): JournalError {
  const message = `Checkpoint ${id} is stored in format ${format}; this version reads up to ${checkpointFormat}. Nothing was changed`;
  return new JournalError('newer_format', id, message);
}

/** One that cannot be trusted is no reason to doubt the others. */
function corruptCheckpoint(id: unknown, what: string): JournalError {
  const message = `Checkpoint ${id} is corrupt: ${what}. Restore an earlier one of its session`;
  return new JournalError('corrupt_journal', String(id), message);
}

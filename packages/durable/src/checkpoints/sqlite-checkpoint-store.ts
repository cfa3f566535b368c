import { refuse } from '@loopwright/agent-run/option-checks';
import {
  type Checkpoint,
  type CheckpointStore,
  effectsSinceCheckpoint,
  type GoalState,
} from '@loopwright/planner';
import { describeDamage } from '../sqlite/database-errors.ts';
import { watchIdentity } from '../sqlite/file-identity.ts';
import { checkFileOptions, fileOptionsOf, type SqliteFileOptions } from '../sqlite/file-options.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { checkpointPart } from '../sqlite/schema-parts.ts';
import { inTransaction } from '../sqlite/transaction.ts';
import { sessionKeyOf } from './checkpoint-ids.ts';
import { type CheckpointLimits, checkLimits, limitNames, limitsOf } from './checkpoint-limits.ts';
import { prepareCheckpoint } from './new-checkpoint.ts';
import { prepareCheckpointStatements } from './sqlite-statements.ts';
import { type FoundCheckpoint, openCheckpoint, rankOf, readFacts } from './stored-checkpoint.ts';

/** Options of {@link createSqliteCheckpointStore}. */
export type SqliteCheckpointStoreOptions = CheckpointLimits &
  SqliteFileOptions & {
    /** The store's clock, in milliseconds since 1970, the same for all its processes. Default `Date.now`. */
    now?: (() => number) | undefined;
  };

/** A store that holds a file open. */
export type SqliteCheckpointStore<Plan, Goal = GoalState> = CheckpointStore<Plan, Goal> & {
  /** Closes the file. Closing twice is closing once. */
  close(): Promise<void>;
};

/**
 * Checkpoints in one SQLite file, for all processes of one machine (N6, N7). Needs Node 24 and a disk of that machine. Answers
 * as the store in memory does; the limits are those of the process that saves, over all sessions in the file. Each method is
 * one short transaction; what has expired is no longer shown, and removed when a checkpoint is saved or a session ends.
 *
 * It keeps what JSON keeps, and refuses anything else with an `UncopyableStateError`. `restore` rejects with a `JournalError` for
 * a checkpoint that is damaged (`corrupt_journal`) or of a newer version (`newer_format`), and for no other. `list` does not
 * read states: it shows a damaged checkpoint, unless the damage is in what would be shown. `save` and `endSession` reject with
 * `corrupt_journal` when the file was deleted or replaced. A checkpoint that cannot be meant is rejected by `save` with
 * `invalid_options`, the code of every such store.
 *
 * @throws ConfigurationError `invalid_option`; also when the file cannot be opened or is something else's database
 * @throws JournalError `corrupt_journal`, `newer_format`
 */
export function createSqliteCheckpointStore<Plan, Goal = GoalState>(
  options: SqliteCheckpointStoreOptions,
): SqliteCheckpointStore<Plan, Goal> {
  checkFileOptions(options, limitNames);
  checkLimits(options);
  const { file, now = Date.now } = options;
  const { maxCheckpoints, maxBytes, ttlMs } = limitsOf(options);
  const database = openDatabase(fileOptionsOf(options), checkpointPart);
  const checkIdentity = watchIdentity(file);
  const sql = prepareCheckpointStatements(database);

  const attempt = <Value>(work: () => Value): Value => {
    if (!database.isOpen) refuse(`The checkpoint store ${file} is closed; open it again to go on`);
    try {
      return work();
    } catch (error) {
      throw describeDamage(file, error);
    }
  };
  const change = <Value>(work: () => Value) =>
    attempt(() => {
      checkIdentity();
      return inTransaction(database, 'IMMEDIATE', work);
    });
  /** The checkpoints that had to go; undefined when that would not be enough. */
  const makeRoom = (priority: number, bytes: number): Checkpoint[] | undefined => {
    const usage = sql.usage.get() as { count: number; bytes: number };
    let tooMany = usage.count + 1 - maxCheckpoints;
    let tooManyBytes = usage.bytes + bytes - maxBytes;
    if (tooMany <= 0 && tooManyBytes <= 0) return [];
    const evicted: Checkpoint[] = [];
    for (const row of sql.inOrder.iterate({ priority })) {
      const victim = row as Victim;
      const checkpoint = readFacts(victim.id, victim.facts);
      if (checkpoint) evicted.push(checkpoint);
      tooMany -= 1;
      tooManyBytes -= victim.bytes;
      if (tooMany > 0 || tooManyBytes > 0) continue;
      sql.evictUpTo.run({ priority: victim.priority, number: victim.number });
      return evicted;
    }
    return undefined;
  };

  return {
    async save(draft) {
      const savedAt = now();
      const prepared = prepareCheckpoint(draft, { savedAt, maxBytes });
      if (!prepared.fits) return { saved: false, reason: 'too_large', bytes: prepared.bytes };
      const { checkpoint, stored } = prepared;
      const { bytes, sessionId } = checkpoint;
      const priority = rankOf(checkpoint.priority);
      return change(() => {
        sql.sweep.run({ at: savedAt });
        const evicted = makeRoom(priority, bytes);
        if (evicted === undefined) return { saved: false, reason: 'no_room', bytes };
        sql.add.run({ ...stored, session: sessionKeyOf(sessionId), priority, bytes });
        return { saved: true, checkpoint, evicted };
      });
    },
    async restore(id, effects) {
      // Every id of this store is ASCII; half a surrogate pair would be stored as another character.
      const found = attempt(() => sql.find.get({ id: String(id).toWellFormed(), at: now() }));
      if (found === undefined) return undefined;
      const restored = openCheckpoint<Plan, Goal>(found as FoundCheckpoint);
      return { ...restored, ...effectsSinceCheckpoint(restored.checkpoint, effects) };
    },
    async list(sessionId) {
      const session = sessionKeyOf(sessionId);
      const rows = attempt(() => sql.list.all({ session, at: now() }));
      return rows.flatMap(({ id, facts }) => readFacts(id, facts) ?? []);
    },
    async endSession(sessionId) {
      const at = now();
      change(() => {
        sql.expire.run({ session: sessionKeyOf(sessionId), expiresAt: at + ttlMs });
        sql.sweep.run({ at });
      });
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

type Victim = { id: string; priority: number; number: number; bytes: number; facts: string };

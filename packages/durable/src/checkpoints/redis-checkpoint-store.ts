import { JournalError } from '@loopwright/agent-run';
import { type CheckpointStore, effectsSinceCheckpoint, type GoalState } from '@loopwright/planner';
import {
  checkClientOptions,
  defaultPrefix,
  type RedisClientOptions,
} from '../redis/client-options.ts';
import { runScript, type Script } from '../redis/script.ts';
import { readPairs } from '../redis/stored-form.ts';
import { sessionKeyOf } from './checkpoint-ids.ts';
import { type CheckpointLimits, checkLimits, limitNames, limitsOf } from './checkpoint-limits.ts';
import { prepareCheckpoint } from './new-checkpoint.ts';
import { checkpointKeysOf, checkpointTagOf } from './redis-keys.ts';
import * as scripts from './redis-scripts.ts';
import { openCheckpoint, rankOf, readFacts, type StoredCheckpoint } from './stored-checkpoint.ts';

/** Options of {@link createRedisCheckpointStore}. */
export type RedisCheckpointStoreOptions = CheckpointLimits &
  RedisClientOptions & {
    /**
     * The clock, in milliseconds since 1970, the same for all processes. By default checkpoints expire by the clock of the
     * server, and `savedAt` is `Date.now`.
     */
    now?: (() => number) | undefined;
  };

/**
 * Checkpoints in Redis 5 or newer, for sessions that more than one machine may go on with (N6, N7). Answers as the store in
 * memory does. The limits are those of the process that saves, over all sessions of one prefix, and each method is one Lua
 * script; so that this holds in a cluster too, all keys of a prefix share one hash tag and one slot: give sessions that should
 * lie on different nodes stores of different prefixes.
 *
 * Nothing of a live session expires, so set `maxmemory-policy` to `noeviction` or a `volatile` one. What has expired after its
 * session is no longer shown, and removed when a checkpoint is saved or a session ends. What Redis loses is lost: a journal,
 * and not a checkpoint, is what a run is resumed from. When a key is lost without which nothing can be counted, `save` and
 * `endSession` reject with `corrupt_journal` until all keys of the prefix are deleted.
 *
 * It keeps what JSON keeps, and refuses anything else with an `UncopyableStateError`. `restore` rejects with a `JournalError` for
 * a checkpoint that is damaged (`corrupt_journal`) or of a newer version (`newer_format`), and for no other. `list` does not
 * read states: it shows a damaged checkpoint, unless the damage is in what would be shown. A checkpoint that cannot be meant is
 * rejected by `save` with `invalid_options`, the code of every such store.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function createRedisCheckpointStore<Plan, Goal = GoalState>(
  options: RedisCheckpointStoreOptions,
): CheckpointStore<Plan, Goal> {
  checkClientOptions(options, { names: limitNames, methods: ['eval', 'evalsha'] });
  checkLimits(options);
  const { client, prefix = defaultPrefix, now } = options;
  const { maxCheckpoints, maxBytes, ttlMs } = limitsOf(options);
  const keys = checkpointKeysOf(prefix);
  const run = (script: Script, ...args: (string | number)[]) =>
    runScript(client, script, keys, [...args, now?.() ?? ''].map(String));
  const change = async (script: Script, ...args: (string | number)[]) => {
    const [kind, ...rest] = (await run(script, ...args)) as string[];
    if (kind === 'lost') throw lostKeys(checkpointTagOf(prefix));
    return { kind, rest };
  };

  return {
    async save(draft) {
      const savedAt = now?.() ?? Date.now();
      const prepared = prepareCheckpoint(draft, { savedAt, maxBytes });
      if (!prepared.fits) return { saved: false, reason: 'too_large', bytes: prepared.bytes };
      const { checkpoint, stored } = prepared;
      const { id, sessionId, priority, bytes } = checkpoint;
      const { kind, rest } = await change(
        scripts.saveScript,
        ...[id, sessionKeyOf(sessionId), rankOf(priority), bytes, maxCheckpoints, maxBytes],
        ...[stored.facts, writeRecord(stored)],
      );
      if (kind !== 'saved') return { saved: false, reason: 'no_room', bytes };
      return { saved: true, checkpoint, evicted: readList(rest) };
    },
    async restore(id, effects) {
      // Every id of this store is ASCII; half a surrogate pair would be sent as another character.
      const found = await run(scripts.restoreScript, String(id).toWellFormed());
      if (!Array.isArray(found)) return undefined;
      const [facts, record] = found as string[];
      const restored = openCheckpoint<Plan, Goal>({ id, facts, ...readRecord(record) });
      return { ...restored, ...effectsSinceCheckpoint(restored.checkpoint, effects) };
    },
    async list(sessionId) {
      return readList(await run(scripts.listScript, sessionKeyOf(sessionId)));
    },
    async endSession(sessionId) {
      await change(scripts.endScript, sessionKeyOf(sessionId), ttlMs);
    },
  };
}

const readList = (idsAndFacts: unknown) =>
  readPairs(idsAndFacts).flatMap(([id, facts]) => readFacts(id, facts) ?? []);

const writeRecord = ({ format, checksum, state }: StoredCheckpoint) =>
  JSON.stringify([format, checksum, state]);

/** What cannot be read is of no format that there is. */
function readRecord(record: unknown): { format: unknown; checksum: unknown; state: unknown } {
  try {
    const [format, checksum, state] = JSON.parse(String(record)) as unknown[];
    return { format, checksum, state };
  } catch {
    return { format: undefined, checksum: undefined, state: undefined };
  }
}

function lostKeys(tag: string): JournalError {
  const message = `Redis has lost keys of ${tag}, so that its checkpoints cannot be counted. Set maxmemory-policy to noeviction, and delete all keys that begin with ${tag}: to begin anew`;
  return new JournalError('corrupt_journal', tag, message);
}

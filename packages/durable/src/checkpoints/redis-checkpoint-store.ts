import { checkNames, hasFunctions, isObject, mustBe } from '@loopwright/agent-run/option-checks';
import { type CheckpointStore, effectsSinceCheckpoint, type GoalState } from '@loopwright/planner';
import type { RedisClient } from '../redis/redis-client.ts';
import { runScript, type Script } from '../redis/script.ts';
import { readPairs } from '../redis/stored-form.ts';
import { sessionKeyOf } from './checkpoint-ids.ts';
import { type CheckpointLimits, checkLimits, limitNames, limitsOf } from './checkpoint-limits.ts';
import { prepareCheckpoint } from './new-checkpoint.ts';
import { checkpointKeysOf } from './redis-keys.ts';
import * as scripts from './redis-scripts.ts';
import { openCheckpoint, rankOf, readFacts, type StoredCheckpoint } from './stored-checkpoint.ts';

/** Options of {@link createRedisCheckpointStore}. */
export type RedisCheckpointStoreOptions = CheckpointLimits & {
  /** A connected client of ioredis, which stays yours: the store never closes it. */
  client: RedisClient;
  /** What all keys begin with inside of their braces, without braces itself. Default `loopwright`. */
  prefix?: string | undefined;
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
 * and not a checkpoint, is what a run is resumed from.
 *
 * It keeps what JSON keeps, and refuses anything else with an `UncopyableStateError`. `restore` rejects with a `JournalError` for
 * a checkpoint that is damaged (`corrupt_journal`) or of a newer version (`newer_format`), and for no other. `list` does not
 * read states: it shows a damaged checkpoint, unless the damage is in what would be shown.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function createRedisCheckpointStore<Plan, Goal = GoalState>(
  options: RedisCheckpointStoreOptions,
): CheckpointStore<Plan, Goal> {
  checkOptions(options);
  const { client, prefix = 'loopwright', now } = options;
  const { maxCheckpoints, maxBytes, ttlMs } = limitsOf(options);
  const keys = checkpointKeysOf(prefix);
  const run = (script: Script, ...args: (string | number)[]) =>
    runScript(client, script, keys, [...args, now?.() ?? ''].map(String));

  return {
    async save(draft) {
      const savedAt = now?.() ?? Date.now();
      const prepared = prepareCheckpoint(draft, { savedAt, maxBytes });
      if (!prepared.fits) return { saved: false, reason: 'too_large', bytes: prepared.bytes };
      const { checkpoint, stored } = prepared;
      const { id, sessionId, priority, bytes } = checkpoint;
      const [kind, ...evicted] = (await run(
        scripts.saveScript,
        ...[id, sessionKeyOf(sessionId), rankOf(priority), bytes, maxCheckpoints, maxBytes],
        ...[stored.facts, writeRecord(stored)],
      )) as string[];
      if (kind !== 'saved') return { saved: false, reason: 'no_room', bytes };
      return { saved: true, checkpoint, evicted: readList(evicted) };
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
      await run(scripts.endScript, sessionKeyOf(sessionId), ttlMs);
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

function checkOptions(options: RedisCheckpointStoreOptions): void {
  mustBe(isObject(options), 'The options', 'an object with a client', options);
  checkNames(options, ['client', 'prefix', ...limitNames]);
  const { client, prefix } = options;
  mustBe(hasFunctions('eval', 'evalsha')(client), 'client', 'a client of ioredis', client);
  const isPrefix = prefix === undefined || (typeof prefix === 'string' && /^[^{}]+$/.test(prefix));
  mustBe(isPrefix, 'prefix', 'a text without braces that is not empty', prefix);
  checkLimits(options);
}

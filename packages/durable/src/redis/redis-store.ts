import { randomUUID } from 'node:crypto';
import { refuse } from '@loopwright/agent-run/option-checks';
import type { JournalStore, SessionSummary, Stored } from '../journal-store.ts';
import { checkClientOptions, defaultPrefix, type RedisClientOptions } from './client-options.ts';
import { runScript, type Script } from './script.ts';
import * as scripts from './scripts.ts';
import { indexKeyOf, type SessionKeys, sessionKeysOf } from './session-keys.ts';
import { readPairs, readSession, readSummary, writeRecord } from './stored-form.ts';

/** Options of {@link createRedisStore}. */
export type RedisStoreOptions = RedisClientOptions;

/** Sessions that are looked at together when all of them are. */
const batchSize = 200;

/**
 * A store in Redis 5 or newer, one server or a cluster: for sessions that more than one machine may go on with. Each method
 * that changes a session is one Lua script, and the clock is the server's.
 *
 * What Redis itself may lose, a session may lose. Switch the append-only file on (`appendonly yes`): without it a restart
 * loses every session. With `appendfsync everysec` a crash of the machine may lose a second or two, and what was stored in
 * them runs again; `always` loses nothing, and waits for the disk at every step. A failover may lose what the replica has not
 * got yet, leases too. Set `maxmemory-policy` to `noeviction` or a `volatile` one: the others throw away open sessions.
 *
 * Finished sessions expire by themselves; `sweep` only takes them out of the list. Open ones never expire. The list is a
 * set beside the scripts, because in a cluster it has another slot: a session is in it before its first claim or signal is
 * answered.
 *
 * @throws ConfigurationError `invalid_option`; the methods reject with it when an id, a key or a text is no whole Unicode
 */
export function createRedisStore(options: RedisStoreOptions): JournalStore {
  checkClientOptions(options, { methods: ['eval', 'evalsha', 'sadd', 'srem', 'smembers'] });
  const { client, prefix = defaultPrefix } = options;
  const index = indexKeyOf(prefix);
  const keysOf = (sessionId: string) => sessionKeysOf(prefix, sessionId);
  const run = async (script: Script, keys: string[], ...args: (string | number)[]) => {
    const texts = args.map(String);
    checkWhole([...keys, ...texts]);
    return runScript(client, script, keys, texts);
  };
  const exists = async (id: string) =>
    Number(await run(scripts.existsScript, [keysOf(id).session])) === 1;

  return {
    async claim(id, { ttlMs }) {
      const keys = keysOf(id);
      checkWhole([id]);
      // Before the claim: what fails behind it would leave the session held by nobody.
      await client.sadd(index, id);
      const reply = await run(
        scripts.claimScript,
        [keys.session, keys.records],
        ttlMs,
        randomUUID(),
      );
      const [kind, number, ...stored] = reply as unknown[];
      if (kind === 'held') return { kind: 'held', forMs: Number(number) };
      const session = readSession(stored);
      return kind === 'finished'
        ? { kind, session }
        : { kind: 'claimed', epoch: Number(number), session };
    },
    async renew(id, epoch, ttlMs) {
      return Number(await run(scripts.renewScript, [keysOf(id).session], epoch, ttlMs)) === 1;
    },
    async append(id, epoch, record) {
      const { session, records } = keysOf(id);
      const { ord, key } = record;
      const args = [epoch, ord, key, writeRecord(record), randomUUID()];
      return (await run(scripts.appendScript, [session, records], ...args)) as Stored;
    },
    async finish(id, epoch, { text, checksum }, { keepMs }) {
      const args = [epoch, text, checksum, keepMs, randomUUID()];
      return (await run(scripts.finishScript, allOf(keysOf(id)), ...args)) as Stored;
    },
    async release(id, epoch, waitingFor) {
      const args = waitingFor ? [epoch, JSON.stringify(waitingFor)] : [epoch];
      await run(scripts.releaseScript, [keysOf(id).session], ...args);
    },
    async signal(id, key, text) {
      const { session, signals } = keysOf(id);
      const reply = await run(scripts.signalScript, [session, signals], key, text, randomUUID());
      await client.sadd(index, id);
      return Number(reply) === 1;
    },
    async signals(id) {
      return new Map(readPairs(await run(scripts.signalsScript, [keysOf(id).signals])));
    },
    async load(id) {
      const { session, records } = keysOf(id);
      const reply = await run(scripts.loadScript, [session, records]);
      return Array.isArray(reply) ? readSession(reply) : undefined;
    },
    async list() {
      const found = await inBatches(await client.smembers(index), async (id) => {
        const { session, records } = keysOf(id);
        const reply = await run(scripts.summaryScript, [session, records]);
        return Array.isArray(reply) ? readSummary(id, reply) : undefined;
      });
      return found
        .filter((summary): summary is SessionSummary => summary !== undefined)
        .sort((left, right) => right.changedAt - left.changedAt);
    },
    async sweep() {
      const swept = await inBatches(await client.smembers(index), async (id) => {
        if (await exists(id)) return false;
        await client.srem(index, id);
        // Whoever began a new session under this id meanwhile may have listed it before it was taken out.
        if (await exists(id)) await client.sadd(index, id);
        return true;
      });
      return swept.filter(Boolean).length;
    },
    async close() {},
  };
}

/** UTF-8 has no half surrogate pairs: two ids would become one, and a text would not be what its checksum says. */
function checkWhole(texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed())) return;
  refuse('Session ids, keys and texts must be whole Unicode, without half a surrogate pair');
}

const allOf = ({ session, records, signals }: SessionKeys) => [session, records, signals];

async function inBatches<Result>(
  ids: readonly string[],
  work: (id: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    results.push(...(await Promise.all(ids.slice(start, start + batchSize).map(work))));
  }
  return results;
}

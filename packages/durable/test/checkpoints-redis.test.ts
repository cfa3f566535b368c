import { isConfigurationError, isJournalError } from '@loopwright/agent-run';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createRedisCheckpointStore,
  type RedisCheckpointStoreOptions,
} from '../src/checkpoints.ts';
import { createStillClock } from './conformance-support.ts';
import { describeRedis } from './redis-server.ts';

type State = { readonly [name: string]: unknown };

const draft = { sessionId: 's', plan: { tasks: ['a'] }, goalState: { goal: 'g' }, seq: 0 };

describeRedis('the Redis store of checkpoints', (server) => {
  let client: Redis;
  beforeAll(() => {
    client = new Redis(server().port, '127.0.0.1');
  });
  afterAll(() => client.disconnect());

  let made = 0;
  /** A store with a prefix of its own, and a key of it. */
  const open = (more: Partial<RedisCheckpointStoreOptions> = {}) => {
    made += 1;
    const prefix = `own-${made}`;
    const store = createRedisCheckpointStore<State, State>({ client, prefix, ...more });
    return { store, prefix, key: (name: string) => `{${prefix}:checkpoints}:${name}` };
  };
  const saved = async (
    store: ReturnType<typeof open>['store'],
    changes: Partial<typeof draft> = {},
  ) => {
    const saving = await store.save({ ...draft, ...changes });
    if (!saving.saved) throw new Error(saving.reason);
    return saving.checkpoint.id;
  };

  it('N7: nothing of a live session expires by itself, and all keys share one hash tag', async () => {
    const { store, prefix } = open();
    await saved(store);
    await saved(store, { sessionId: 'ended' });
    await store.endSession('ended');
    const keys = await client.keys(`*${prefix}:*`);
    expect(keys).toHaveLength(7);
    for (const key of keys) {
      expect(key.startsWith(`{${prefix}:checkpoints}:`)).toBe(true);
      expect(await client.ttl(key)).toBe(-1);
    }
  });

  it('N7: what is gone leaves nothing behind but its number', async () => {
    const { store, prefix, key } = open({ ttlMs: 0, maxCheckpoints: 2 });
    for (const sessionId of ['a', 'b', 'c', 'd']) await saved(store, { sessionId });
    for (const sessionId of ['a', 'b', 'c', 'd']) await store.endSession(sessionId);
    expect(await client.keys(`*${prefix}:*`)).toEqual([key('totals')]);
    expect(await client.hgetall(key('totals'))).toEqual({ bytes: '0', number: '4' });
  });

  it('N7: checkpoints expire by the clock of the server, or by one that is given', async () => {
    const [own, given] = [open(), open({ now: createStillClock().now })];
    const before = Date.now();
    for (const { store } of [own, given]) {
      await saved(store);
      await store.endSession('s');
    }
    const expiryOf = async ({ key }: typeof own) =>
      Number((await client.zrange(key('expiry'), '0', '-1', 'WITHSCORES'))[1]);
    expect(await expiryOf(given)).toBe(1_000_000 + 86_400_000);
    expect(await expiryOf(own)).toBeGreaterThanOrEqual(before + 86_400_000);
  });

  it('N7: a save that is sent again, as its answer was lost, is one save', async () => {
    let sendTwice = false;
    const twice = {
      ...client,
      eval: client.eval.bind(client),
      async evalsha(...given: [string, number, ...string[]]) {
        if (sendTwice) await client.evalsha(...given);
        return client.evalsha(...given);
      },
    };
    const { store } = open({ client: twice as never });
    const first = await saved(store);
    sendTwice = true;
    const id = await saved(store);
    expect((await store.list('s')).map((one) => one.id)).toEqual([first, id]);
  });

  it.each([
    ['records', '[1,"sum","[{}]"]', 'its checksum is wrong'],
    ['records', '[1,"sum","[{', 'its format is unknown'],
    ['records', '', 'its format is unknown'],
    ['records', '[1,"sum"]', 'a part of it is missing'],
    ['facts', '{"sessionId":"s","seq":9,"priority":"normal"}', 'its checksum is wrong'],
    ['facts', '', 'its checksum is wrong'],
  ])(
    'N7, CKPT-009: a damaged checkpoint is rejected and hurts no other: %s %s',
    async (name, text, what) => {
      const { store, prefix, key } = open();
      const [hurt, whole] = [await saved(store), await saved(store)];
      if (text === '') await client.hdel(key(name), hurt);
      else await client.hset(key(name), hurt, text);
      const error: unknown = await store.restore(hurt).catch((reason: unknown) => reason);
      expect(isJournalError(error) && [error.code, error.key]).toEqual(['corrupt_journal', hurt]);
      expect(String(error)).toContain(what);
      expect((await store.restore(whole))?.plan).toEqual(draft.plan);
      expect((await store.list('s')).map(({ id }) => id)).toContain(whole);
      // It makes room like any other.
      const small = createRedisCheckpointStore<State, State>({ client, prefix, maxCheckpoints: 1 });
      await saved(small);
      expect(await small.restore(hurt)).toBeUndefined();
    },
  );

  it('N7, CKPT-007: a checkpoint of a newer version is refused and not rewritten', async () => {
    const { store, key } = open();
    const id = await saved(store);
    await client.hset(key('records'), id, '[99,"sum","of the future"]');
    await expect(store.restore(id)).rejects.toMatchObject({ code: 'newer_format', key: id });
    await saved(store);
    expect(await client.hget(key('records'), id)).toBe('[99,"sum","of the future"]');
  });

  it.each([['totals'], ['sizes'], ['order'], ['sessions'], ['order', 'sessions', 'sizes']])(
    'N7: a store that has lost its key %s counts no further, and restores what is left',
    async (...names) => {
      const { store, prefix, key } = open();
      const ids = [await saved(store), await saved(store)];
      const totals = await client.hgetall(key('totals'));
      await client.del(names.map(key));
      for (const change of [saved(store), store.endSession('s')]) {
        const error: unknown = await change.catch((reason: unknown) => reason);
        expect(isJournalError(error) && [error.code, error.key]).toEqual([
          'corrupt_journal',
          `{${prefix}:checkpoints}`,
        ]);
        expect(String(error)).toContain('delete');
      }
      expect(await client.hgetall(key('totals'))).toEqual(names.includes('totals') ? {} : totals);
      if (!names.includes('sizes'))
        expect((await store.restore(ids[0]!))?.plan).toEqual(draft.plan);
      await client.del(await client.keys(`{${prefix}:*`));
      expect(await saved(store)).toMatch(/^s\//);
    },
  );

  it('N7: a store without any checkpoint may lose its count', async () => {
    const { store, key } = open({ ttlMs: 0 });
    await saved(store);
    await store.endSession('s');
    await client.del(key('totals'));
    await store.endSession('s');
    await saved(store);
    expect(await client.hget(key('totals'), 'number')).toBe('1');
  });

  it('N7: stores of two prefixes do not see each other', async () => {
    const [one, other] = [open({ maxCheckpoints: 1 }), open()];
    const id = await saved(one.store);
    expect(await other.store.restore(id)).toBeUndefined();
    await saved(other.store);
    await other.store.endSession('s');
    expect(await one.store.list('s')).toHaveLength(1);
  });
});

describe('options of a Redis store of checkpoints', () => {
  const client = { eval: async () => [], evalsha: async () => [] };
  it.each([
    [{ client: {} }, 'client must be a client of ioredis'],
    [{ client, prefix: 'a{b}' }, 'prefix must be a text without braces'],
    [{ client, ttl: 5 }, 'There is no option ttl'],
    [undefined, 'The options must be an object with a client'],
  ])('N7: what cannot be kept to is refused: %j', (options, message) => {
    let refused: unknown;
    try {
      createRedisCheckpointStore(options as never);
    } catch (error) {
      refused = error;
    }
    expect(isConfigurationError(refused) && refused.code).toBe('invalid_option');
    expect((refused as Error).message).toContain(message);
  });
});

import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type JournalStore, journalRuntime, type StoredRecord } from '../src/index.ts';
import { createRedisStore, type RedisClient } from '../src/redis.ts';
import { describeRedis } from './redis-server.ts';
import { opened, rejectionOf, stepOf, storedStep } from './support.ts';

const recordAt = (ord: number, key = `think:${ord}`): StoredRecord => ({
  ord,
  key,
  text: `"text ${ord}"`,
  checksum: `checksum of ${ord}`,
});
const result = { text: '"the end"', checksum: 'of the end' };

describeRedis('createRedisStore', (server) => {
  let client: Redis;
  let store: JournalStore;
  beforeAll(() => {
    client = new Redis(server().port, '127.0.0.1');
  });
  afterAll(() => client.disconnect());
  beforeEach(async () => {
    await client.flushall();
    store = createRedisStore({ client });
  });

  const epochOf = async (id: string, ttlMs = 60_000): Promise<number> => {
    const claim = await store.claim(id, { ttlMs });
    if (claim.kind !== 'claimed') throw new Error(`${id} is ${claim.kind}`);
    return claim.epoch;
  };
  /** A client whose connection breaks at every reply: it sends each script twice and sees the second reply. */
  const resending = (): RedisClient => ({
    eval: async (...args) => {
      await client.eval(...args);
      return client.eval(...args);
    },
    evalsha: async (...args) => {
      await client.evalsha(...args);
      return client.evalsha(...args);
    },
    sadd: (...args) => client.sadd(...args),
    srem: (...args) => client.srem(...args),
    smembers: (key) => client.smembers(key),
  });

  it('keeps stores with different prefixes apart', async () => {
    const other = createRedisStore({ client, prefix: 'other' });
    await epochOf('s');
    expect(await other.load('s')).toBeUndefined();
    expect(await other.list()).toEqual([]);
    expect((await other.claim('s', { ttlMs: 1000 })).kind).toBe('claimed');
  });

  it('refuses a client that is none, a prefix with braces, and unknown options', () => {
    const invalid = expect.objectContaining({ code: 'invalid_option' });
    const attempts = [
      { client: {} },
      { client, prefix: 'a{b}' },
      { client, prefix: '' },
      undefined,
    ];
    for (const options of [...attempts, { client, ttlMs: 1 }]) {
      expect(() => createRedisStore(options as never)).toThrow(invalid);
    }
  });

  it('decides about leases by the clock of the server', async () => {
    await epochOf('s');
    const leaseUntil = Number(await client.hget('loopwright:{s}:session', 'leaseUntil'));
    const [seconds] = await client.time();
    expect(Math.abs(leaseUntil / 1000 - Number(seconds) - 60)).toBeLessThan(20);
    const claim = await store.claim('s', { ttlMs: 1 });
    expect(claim).toEqual({ kind: 'held', forMs: expect.any(Number) });
    await client.hset('loopwright:{s}:session', 'leaseUntil', (Number(seconds) - 1) * 1000);
    expect((await store.claim('s', { ttlMs: 1000 })).kind).toBe('claimed');
  });

  it('gives back more sessions and records than one batch holds, all in order', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `session ${index}`);
    // Redis keeps the order of small hashes only.
    const records = Array.from({ length: 700 }, (_, ord) => recordAt(ord));
    await Promise.all(ids.map((id) => store.signal(id, 'approve', 'yes')));
    const epoch = await epochOf('session 7');
    for (const record of records) await store.append('session 7', epoch, record);
    await client.hset('loopwright:{session 7}:session', 'changedAt', 9e15);
    await client.hset('loopwright:{session 449}:session', 'changedAt', 1);
    const listed = (await store.list()).map(({ sessionId }) => sessionId);
    expect([listed[0], listed.at(-1)]).toEqual(['session 7', 'session 449']);
    expect(listed.sort()).toEqual(ids.sort());
    expect((await store.load('session 7'))?.records).toEqual(records);
    expect(await store.claim('session 449', { ttlMs: 1 })).toMatchObject({
      session: { records: [] },
    });
  });

  it('lets finished sessions expire with all their keys, late signals too, and open ones never', async () => {
    for (const id of ['open', 'done']) {
      const epoch = await epochOf(id);
      await store.append(id, epoch, recordAt(0));
      await store.release(id, epoch, ['approve']);
    }
    await store.finish('done', await epochOf('done'), result, { keepMs: 500_000 });
    await store.signal('done', 'approve', 'late');
    for (const key of await client.keys('loopwright:{*')) {
      const remaining = await client.pttl(key);
      if (key.includes('{done}')) expect(remaining).toBeGreaterThan(400_000);
      else expect(remaining).toBe(-1);
    }
    expect(await store.sweep()).toBe(0);
    const epoch = await epochOf('gone');
    await store.finish('gone', epoch, result, { keepMs: 0 });
    expect(await store.load('gone')).toBeUndefined();
    expect((await store.list()).map(({ sessionId }) => sessionId).sort()).toEqual(['done', 'open']);
    expect(await store.sweep()).toBe(1);
    expect(await client.smembers('loopwright:sessions')).toHaveLength(2);
  });

  it('raises the epoch also over the expiry of a session', async () => {
    const epoch = await epochOf('s');
    await store.finish('s', epoch, result, { keepMs: 0 });
    const next = await epochOf('s');
    expect(next).toBeGreaterThan(epoch);
    expect(await store.append('s', epoch, recordAt(0))).toBe('fenced');
    expect(await store.append('s', next, recordAt(0))).toBe('ok');
  });

  it('goes on when the server has forgotten its scripts', async () => {
    const epoch = await epochOf('s');
    await store.append('s', epoch, recordAt(0));
    await client.script('FLUSH');
    expect(await store.append('s', epoch, recordAt(1))).toBe('ok');
    expect((await store.load('s'))?.records).toHaveLength(2);
  });

  it('rejects with what the server says when it cannot run a script, and sends it once', async () => {
    await epochOf('warm up');
    await client.set('loopwright:{s}:session', 'no hash');
    const evalsha: RedisClient['evalsha'] = (...args) => client.evalsha(...args);
    const once: RedisClient = { ...resending(), evalsha, eval: () => Promise.reject('sent again') };
    const claim = createRedisStore({ client: once }).claim('s', { ttlMs: 1000 });
    await expect(claim).rejects.toThrow(/WRONGTYPE/);
  });

  it('answers a call that the client sends again like the first time', async () => {
    const twice = createRedisStore({ client: resending() });
    const claim = await twice.claim('s', { ttlMs: 60_000 });
    if (claim.kind !== 'claimed') throw new Error('taken for somebody else');
    expect(await twice.append('s', claim.epoch, recordAt(0))).toBe('ok');
    expect(await twice.append('s', claim.epoch, recordAt(1))).toBe('ok');
    expect(await twice.append('s', claim.epoch, recordAt(1))).toBe('fenced');
    expect(await twice.signal('s', 'approve', 'yes')).toBe(true);
    expect(await twice.signal('s', 'approve', 'no')).toBe(false);
    expect(await twice.finish('s', claim.epoch, result, { keepMs: 60_000 })).toBe('ok');
    expect(await twice.finish('s', claim.epoch, result, { keepMs: 60_000 })).toBe('fenced');
    expect((await twice.load('s'))?.records).toEqual([recordAt(0), recordAt(1)]);
    expect(await twice.signals('s')).toEqual(new Map([['approve', 'yes']]));
  });

  it('gives a record that somebody has overwritten a wrong checksum, and leaves none out', async () => {
    const epoch = await epochOf('s');
    await store.append('s', epoch, recordAt(0));
    await store.append('s', epoch, recordAt(1));
    for (const garbage of ['no JSON', '[1,2,3]', 'null', '["1","a","b"]']) {
      await client.hset('loopwright:{s}:records', 'think:1', garbage);
      const records = (await store.load('s'))?.records;
      expect(records).toHaveLength(2);
      expect(records).toContainEqual({ ord: -1, key: 'think:1', text: garbage, checksum: '' });
    }
  });

  it('lists a session that is known by a signal or a claim alone, with the time of it', async () => {
    await store.signal('signalled', 'approve', 'yes');
    await epochOf('claimed');
    expect(await store.load('signalled')).toEqual({ records: [], recordCount: 0 });
    const [seconds] = await client.time();
    const listed = await store.list();
    expect(listed).toHaveLength(2);
    for (const summary of listed) {
      expect(summary).toMatchObject({ status: 'open', records: 0 });
      expect(Math.abs(summary.changedAt / 1000 - Number(seconds))).toBeLessThan(20);
    }
  });

  it('what is given back after its end waits for nothing, and is no longer held', async () => {
    const epoch = await epochOf('s');
    await store.finish('s', epoch, result, { keepMs: 60_000 });
    await store.release('s', epoch, ['approve:1']);
    expect(await store.list()).toEqual([
      { sessionId: 's', status: 'finished', records: 0, changedAt: expect.any(Number) },
    ]);
    expect(await store.renew('s', epoch, 60_000)).toBe(false);
  });

  it('keeps no name of a session that is refused', async () => {
    const broken = 'half \ud800';
    const refusal = { code: 'invalid_option' };
    await expect(store.claim(broken, { ttlMs: 1_000 })).rejects.toMatchObject(refusal);
    await expect(store.signal(broken, 'approve', 'yes')).rejects.toMatchObject(refusal);
    await expect(store.signal('s', broken, 'yes')).rejects.toMatchObject(refusal);
    expect(await client.keys('*')).toEqual([]);
  });

  it('leaves a session free whose records cannot be read', async () => {
    await store.release('s', await epochOf('s'));
    await client.set('loopwright:{s}:records', 'no hash');
    for (let time = 0; time < 2; time++) {
      await expect(store.claim('s', { ttlMs: 60_000 })).rejects.toThrow(/WRONGTYPE/);
    }
  });

  it.each(['records', 'session'])(
    'J4, CKPT-011: a session whose %s were evicted is corrupt, and is not begun anew',
    async (name) => {
      const runtime = await opened(journalRuntime({ store, sessionId: 's' }));
      await runtime.step(stepOf('think:1', 1));
      await runtime.release?.();
      await client.del(`loopwright:{s}:${name}`);
      const error = await rejectionOf(opened(journalRuntime({ store, sessionId: 's' })));
      expect(error).toMatchObject({ code: 'corrupt_journal' });
    },
  );

  it('does not confuse an id with the encoded form of another', async () => {
    const epochs = [await epochOf('{'), await epochOf('%7b')];
    expect(await store.append('{', epochs[0]!, recordAt(0))).toBe('ok');
    expect((await store.load('%7b'))?.records).toEqual([]);
  });

  it('makes the session of an overwritten record corrupt, and no other', async () => {
    const runtimeOf = (sessionId: string) => journalRuntime({ store, sessionId });
    for (const id of ['s', 'other']) {
      const runtime = await opened(runtimeOf(id));
      for (const key of ['think:1', 'tool:1']) await runtime.step(stepOf(key, key));
      await runtime.release?.();
    }
    await client.hset('loopwright:{s}:records', 'tool:1', 'overwritten');
    expect(await rejectionOf(opened(runtimeOf('s')))).toMatchObject({ code: 'corrupt_journal' });
    const runtime = await opened(runtimeOf('other'));
    expect(await runtime.step(storedStep('think:1'))).toBe('think:1');
    await runtime.release?.();
  });

  it('lists a session that began while it was swept', async () => {
    await store.finish('s', await epochOf('s'), result, { keepMs: 0 });
    const slow: RedisClient = {
      ...resending(),
      evalsha: (...args) => client.evalsha(...args),
      srem: async (...args) => {
        await epochOf('s');
        return client.srem(...args);
      },
    };
    await createRedisStore({ client: slow }).sweep();
    expect((await store.list()).map(({ sessionId }) => sessionId)).toEqual(['s']);
  });

  it('works with a client that asks for the reply shapes of RESP3 and numbers as texts', async () => {
    const options = { protocol: 3, replyMapping: 'resp3', stringNumbers: true } as const;
    const modern = new Redis(server().port, '127.0.0.1', { ...options, keyPrefix: 'mine:' });
    store = createRedisStore({ client: modern });
    const epoch = await epochOf('s');
    expect(await store.renew('s', epoch, 60_000)).toBe(true);
    expect(await store.append('s', epoch, recordAt(0))).toBe('ok');
    expect(await store.signal('s', 'approve', 'yes')).toBe(true);
    expect(await store.signals('s')).toEqual(new Map([['approve', 'yes']]));
    await store.release('s', epoch, ['approve']);
    expect(await store.list()).toEqual([
      {
        sessionId: 's',
        status: 'waiting',
        records: 1,
        waitingFor: ['approve'],
        changedAt: expect.any(Number),
      },
    ]);
    expect(await client.keys('*')).toHaveLength(4);
    const again = await epochOf('s');
    expect(await store.finish('s', again, result, { keepMs: 60_000 })).toBe('ok');
    expect((await store.list())[0]?.status).toBe('finished');
    modern.disconnect();
  });

  it('finds every record again after kill -9 of the server', async () => {
    const epoch = await epochOf('s');
    for (const ord of [0, 1, 2]) await store.append('s', epoch, recordAt(ord));
    await store.signal('s', 'approve', 'yes');
    await server().kill('SIGKILL');
    await server().start();
    expect((await store.load('s'))?.records).toEqual([0, 1, 2].map((ord) => recordAt(ord)));
    expect(await store.append('s', epoch, recordAt(3))).toBe('ok');
    expect((await store.claim('s', { ttlMs: 1000 })).kind).toBe('held');
    expect(await store.signal('s', 'approve', 'no')).toBe(false);
  });
});

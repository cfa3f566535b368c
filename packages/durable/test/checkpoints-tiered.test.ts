import { isConfigurationError } from '@loopwright/agent-run';
import { createCheckpointStore } from '@loopwright/planner';
import { describe, expect, it } from 'vitest';
import { createTieredCheckpointStore } from '../src/checkpoints.ts';
import type { Store } from './checkpoints-under-test.ts';
import { createStillClock } from './conformance-support.ts';

const minuteMs = 60_000;

const draft = { sessionId: 's', plan: { n: 0 }, goalState: { goal: 'g' }, seq: 0 };

function tiered(late?: Store, clock = createStillClock()) {
  const { now } = clock;
  const stores = {
    early: createCheckpointStore({ now, maxCheckpoints: 100_000 }) as Store,
    late: late ?? (createCheckpointStore({ now }) as Store),
  };
  const store: Store = createTieredCheckpointStore({ ...stores, now });
  const save = async (n: number, sessionId = 's') => {
    const saving = await store.save({ ...draft, sessionId, plan: { n } });
    if (!saving.saved) throw new Error(saving.reason);
    return saving.checkpoint.id;
  };
  const counts = async (sessionId = 's') => [
    (await stores.early.list(sessionId)).length,
    (await stores.late.list(sessionId)).length,
  ];
  return { ...clock, ...stores, store, save, counts };
}

describe('the tiered store of checkpoints', () => {
  it('N7: a session of under five minutes is in memory, a longer one goes on in the other store', async () => {
    const { save, counts, passTime, store } = tiered();
    const ids = [await save(1)];
    passTime(5 * minuteMs - 1);
    ids.push(await save(2));
    expect(await counts()).toEqual([2, 0]);
    passTime(1);
    ids.push(await save(3), await save(4));
    expect(await counts()).toEqual([2, 2]);
    expect(ids.map((id) => id.split('/')[0])).toEqual(['early', 'early', 'late', 'late']);
    expect((await store.list('s')).map(({ id }) => id)).toEqual(ids);
    const plans = await Promise.all(ids.map(async (id) => (await store.restore(id))?.plan));
    expect(plans).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  });

  it('N7: each session has a time of its own', async () => {
    const { save, counts, passTime } = tiered();
    await save(1);
    passTime(5 * minuteMs);
    await save(1, 'young');
    await save(2);
    expect([await counts(), await counts('young')]).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  it('N7: both stores give the same id, and each is its own checkpoint', async () => {
    const { save, passTime, store, early, late } = tiered();
    const first = await save(1);
    passTime(5 * minuteMs);
    const second = await save(2);
    const inner = [(await early.list('s'))[0]?.id, (await late.list('s'))[0]?.id];
    expect(inner).toEqual(['s/1', 's/1']);
    expect([first, second]).toEqual(['early/s/1', 'late/s/1']);
    const restored = await store.restore(second);
    expect([restored?.plan, restored?.checkpoint.id]).toEqual([{ n: 2 }, second]);
    expect(await store.restore('s/1')).toBeUndefined();
  });

  it('N7: the end of a session ends it in both', async () => {
    const { save, passTime, store, counts } = tiered();
    await save(1);
    passTime(5 * minuteMs);
    await save(2);
    await store.endSession('s');
    passTime(24 * 60 * minuteMs);
    expect([await store.list('s'), await counts()]).toEqual([[], [0, 0]]);
    await save(3);
    expect(await counts()).toEqual([1, 0]);
  });

  it('N7: a session that the other store knows from an earlier process goes on there', async () => {
    const before = tiered();
    await before.save(1);
    before.passTime(5 * minuteMs);
    await before.save(2);
    const after = tiered(before.late);
    after.passTime(10 * minuteMs);
    await after.save(3);
    expect(await after.counts()).toEqual([0, 2]);
    expect((await after.store.list('s')).map(({ id }) => id)).toEqual(['late/s/1', 'late/s/2']);
  });

  it('N7: goes on in the other store also when its first checkpoint there is young, and is listed in the order of time', async () => {
    const before = tiered();
    await before.save(1);
    before.passTime(5 * minuteMs);
    await before.save(2);
    before.passTime(1);
    const after = tiered(before.late, before);
    expect(await after.save(3)).toBe('late/s/2');
    // Two processes may have had it at once.
    const both = createTieredCheckpointStore({
      early: after.early,
      late: before.late,
      now: before.now,
    });
    before.passTime(1);
    await after.early.save({ ...draft, plan: { n: 4 } });
    before.passTime(1);
    await after.save(5);
    const listed = await both.list('s');
    expect(listed.map(({ id }) => id)).toEqual(['late/s/1', 'late/s/2', 'early/s/1', 'late/s/3']);
  });

  it('N7: does not remember every session for ever, and finds again what it has forgotten', async () => {
    const { save, passTime, late, counts } = tiered();
    const asked: string[] = [];
    const { list } = late;
    late.list = async (sessionId) => {
      asked.push(sessionId);
      return list(sessionId);
    };
    for (const name of ['old', 'old', 'busy']) await save(1, name);
    expect(asked).toEqual(['old', 'busy']);
    for (let at = 0; at < 10_000; at += 1) {
      await save(1, `${at}`);
      if (at % 100 === 0) await save(1, 'busy');
    }
    asked.length = 0;
    passTime(5 * minuteMs);
    await save(2, 'busy');
    expect(asked).toEqual([]);
    await save(2, 'old');
    expect(asked).toEqual(['old']);
    expect(await counts('old')).toEqual([2, 1]);
  });

  it('N7: what goes to make room is told by the id that it was saved under', async () => {
    const { now } = createStillClock();
    const early: Store = createCheckpointStore({ now, maxCheckpoints: 1 });
    const store: Store = createTieredCheckpointStore({ early, late: createCheckpointStore(), now });
    await store.save(draft);
    expect(await store.save(draft)).toMatchObject({
      evicted: [{ id: 'early/s/1' }],
      checkpoint: { id: 'early/s/2' },
    });
  });

  it('N7: a store that fails is told', async () => {
    const down = async () => Promise.reject(new Error('redis is down'));
    const late: Store = { save: down, restore: down, list: async () => [], endSession: down };
    const { save, passTime, store } = tiered(late);
    await save(1);
    passTime(5 * minuteMs);
    await expect(save(2)).rejects.toThrow('redis is down');
    await expect(store.restore('late/s/1')).rejects.toThrow('redis is down');
    expect((await store.restore('early/s/1'))?.plan).toEqual({ n: 1 });
    await expect(store.endSession('s')).rejects.toThrow('redis is down');
  });

  it('N7: is in memory at first when nothing else is given', async () => {
    const late: Store = createCheckpointStore();
    const store: Store = createTieredCheckpointStore({ late });
    const saving = await store.save(draft);
    expect([saving.saved, (await late.list('s')).length]).toEqual([true, 0]);
  });

  it.each([
    [{}, 'late must be a store of checkpoints'],
    [{ late: createCheckpointStore(), early: {} }, 'early must be a store of checkpoints'],
    [{ late: createCheckpointStore(), afterMs: -1 }, 'afterMs must be a whole number'],
    [{ late: createCheckpointStore(), after: 1 }, 'There is no option after'],
  ])('N7: refuses options that it cannot keep to: %j', (options, message) => {
    let refused: unknown;
    try {
      createTieredCheckpointStore(options as never);
    } catch (error) {
      refused = error;
    }
    expect(isConfigurationError(refused) && refused.code).toBe('invalid_option');
    expect((refused as Error).message).toContain(message);
  });
});

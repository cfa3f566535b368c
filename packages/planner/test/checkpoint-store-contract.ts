import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckpointStore, NewCheckpoint } from '../src/index.ts';
import { isUncopyableState } from '../src/index.ts';

type State = Record<string, unknown>;

/** What the suite needs to know about a store. */
export type StoreUnderTest = {
  /** An empty store with this clock, in which checkpoints expire `ttlMs` after their session. */
  createStore: (options: {
    now: () => number;
    ttlMs?: number;
  }) => CheckpointStore<State, State> | Promise<CheckpointStore<State, State>>;
};

export const draft: NewCheckpoint<State, State> = {
  sessionId: 's',
  plan: { tasks: [{ id: 'a', status: 'pending' }] },
  goalState: { goal: 'g', remainingSubgoals: ['a'] },
  seq: 0,
};

const day = 24 * 60 * 60 * 1000;

/** What a store in memory keeps to: more than the cases that `@loopwright/durable/checkpoints` has for every store. */
export function describeCheckpointStore(name: string, { createStore }: StoreUnderTest): void {
  let time = 0;
  const now = () => time;
  const opened = async (ttlMs?: number) => {
    time = 1_000;
    return createStore(ttlMs === undefined ? { now } : { now, ttlMs });
  };
  const saved = async (
    store: CheckpointStore<State, State>,
    changes: Partial<NewCheckpoint<State, State>> = {},
  ): Promise<string> => {
    const saving = await store.save({ ...draft, ...changes });
    if (!saving.saved) throw new Error(saving.reason);
    return saving.checkpoint.id;
  };

  describe(`checkpoint store: ${name}`, () => {
    it('N6, PLAN-024: restores what was saved, each time as a copy of its own', async () => {
      const store = await opened();
      const plan = { tasks: [{ id: 'a', status: 'pending' }] };
      const id = await saved(store, { plan });
      plan.tasks[0]!.status = 'completed';
      const first = await store.restore(id);
      expect([first?.plan, first?.goalState]).toEqual([draft.plan, draft.goalState]);
      (first!.plan.tasks as State[])[0]!.status = 'failed';
      (first!.goalState.remainingSubgoals as string[]).length = 0;
      const second = await store.restore(id);
      expect([second?.plan, second?.goalState]).toEqual([draft.plan, draft.goalState]);
    });

    it('N6: what is changed right after save was called, before it answered, is not in the checkpoint', async () => {
      const store = await opened();
      const plan = { status: 'pending' };
      const saving = store.save({ ...draft, plan });
      plan.status = 'completed';
      const answer = await saving;
      const id = answer.saved ? answer.checkpoint.id : '';
      expect((await store.restore(id))?.plan).toEqual({ status: 'pending' });
    });

    it('N6, PLAN-022: keeps Date, Map, Set, undefined, NaN, -0, bigint and holes', async () => {
      const store = await opened();
      const plan = {
        at: new Date(1_700_000_000_000),
        never: new Date(Number.NaN),
        m: new Map<unknown, unknown>([
          ['a', 1],
          [{ key: 1 }, new Set([new Date(0)])],
        ]),
        u: undefined,
        n: Number.NaN,
        zero: -0,
        big: 10n,
        s: new Set([1, '1', [2]]),
        // biome-ignore lint/suspicious/noSparseArray: a hole is not the same as undefined
        list: [1, , undefined],
        nothing: Object.assign(Object.create(null), { x: 1 }),
      };
      const restored = await store.restore(await saved(store, { plan }));
      expect(restored?.plan).toStrictEqual(plan);
      expect(1 in (restored!.plan.list as unknown[])).toBe(false);
      expect(Object.getPrototypeOf(restored!.plan.nothing)).toBeNull();
      expect(restored!.plan.at).not.toBe(plan.at);
    });

    it('N6: keeps values that stand in two places one value, and circles circles', async () => {
      const store = await opened();
      const shared = { n: 1 };
      const circle: State = { shared, again: shared, list: [] as unknown[] };
      (circle.list as unknown[]).push(circle);
      const { plan } = (await store.restore(await saved(store, { plan: circle })))!;
      expect(plan.again).toBe(plan.shared);
      expect((plan.list as unknown[])[0]).toBe(plan);
      expect(plan.shared).not.toBe(shared);
    });

    it('N6, PLAN-026: a key called __proto__ stays a key', async () => {
      const store = await opened();
      const plan = JSON.parse(
        '{"__proto__": {"polluted": true}, "x": [{"__proto__": 1}]}',
      ) as State;
      const restored = (await store.restore(await saved(store, { plan })))!.plan;
      expect(Object.getPrototypeOf(restored)).toBe(Object.prototype);
      expect(Object.keys(restored)).toEqual(['__proto__', 'x']);
      expect('polluted' in restored).toBe(false);
      expect(JSON.stringify(restored)).toBe(JSON.stringify(plan));
    });

    it.each([
      ['plan.u', 'an instance of URL', { u: new URL('https://a.test') }],
      ['plan.list[1].run', 'a function', { list: [1, { run: () => 1 }] }],
      ['plan.m.get("k")', 'a symbol', { m: new Map([['k', Symbol('s')]]) }],
      ['plan.m.keys()', 'an instance of Error', { m: new Map([[new Error('x'), 1]]) }],
      ['plan.s.values()', 'an instance of WeakMap', { s: new Set([new WeakMap()]) }],
      ['plan["a b"]', 'an instance of RegExp', { 'a b': /x/g }],
      ['plan.own', 'an instance of Own', { own: new (class Own extends Map {})() }],
      ['plan.fake', 'an instance of Date', { fake: Object.create(Date.prototype, {}) }],
      [
        'plan.heir',
        'an unusual object',
        { heir: Object.create(Object.assign(Object.create(null), { inherited: 1 })) },
      ],
      [
        'plan.x',
        'a hidden, computed or extra property',
        Object.defineProperty({}, 'x', { get: () => 1 }),
      ],
      ['plan[symbol]', 'a hidden, computed or extra property', { [Symbol('x')]: 1 }],
      [
        'plan.m.extra',
        'a hidden, computed or extra property',
        { m: Object.assign(new Map(), { extra: 1 }) },
      ],
    ])(
      'N6, PLAN-023: what cannot be kept is refused with its path: %s is %s',
      async (path, what, plan) => {
        const store = await opened();
        const refused = await store.save({ ...draft, plan: plan as State }).catch((error) => error);
        expect(isUncopyableState(refused)).toBe(true);
        expect(refused).toMatchObject({ code: 'uncopyable_state', path });
        expect(refused.message).toContain(`${path} is ${what}, which`);
        expect(await store.list('s')).toEqual([]);
      },
    );

    it('N6: any plain data comes back equal, and no change leaks', async () => {
      const store = await opened();
      const data = fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withSparseArray: true,
        withNullPrototype: true,
      });
      await fc.assert(
        fc.asyncProperty(data, async (value) => {
          const id = await saved(store, { plan: { value } });
          const { plan } = (await store.restore(id))!;
          expect(plan).toStrictEqual({ value });
          for (const each of Object.values(plan)) {
            if (typeof each === 'object' && each !== null) Object.assign(each, { leaked: 1 });
          }
          expect((await store.restore(id))?.plan).toStrictEqual({ value });
        }),
      );
    });

    it('N6: a state a hundred thousand levels deep is kept', async () => {
      const store = await opened();
      let deep: State = {};
      for (let level = 0; level < 100_000; level += 1) deep = { deep };
      let restored: unknown = (await store.restore(await saved(store, { plan: deep })))!.plan;
      let levels = 0;
      for (; Object.keys(restored as State).length > 0; levels += 1) {
        restored = (restored as State).deep;
      }
      expect(levels).toBe(100_000);
    });

    it('N6: tells which effects happened, or may have, since the checkpoint', async () => {
      const store = await opened();
      const effects = [
        { id: 'e1', tool: 'pay', status: 'committed', seq: 4, args: { eur: 1 } },
        { id: 'e2', tool: 'mail', status: 'unknown', seq: 6, args: {} },
        { id: 'e3', tool: 'mail', status: 'not_started', seq: 7, args: {} },
        { id: 'e4', tool: 'pay', status: 'committed', seq: 8, args: { eur: 2 } },
      ] as const;
      const id = await saved(store, { seq: 4 });
      expect((await store.restore(id, effects))?.effectsSince).toEqual([effects[1], effects[3]]);
      expect(await store.restore(id)).not.toHaveProperty('effectsSince');
    });

    it('N6: lists the checkpoints of a session, the oldest first, with what is known about each', async () => {
      const store = await opened();
      await saved(store, { label: 'before pay', priority: 'high', seq: 3 });
      time += 5;
      await saved(store, { sessionId: 'other' });
      await saved(store);
      const [first, second, ...more] = await store.list('s');
      expect(first).toMatchObject({
        label: 'before pay',
        priority: 'high',
        seq: 3,
        savedAt: 1_000,
      });
      expect(second).toMatchObject({ priority: 'normal', sessionId: 's', savedAt: 1_005 });
      expect([more, await store.list('nobody')]).toEqual([[], []]);
    });

    it('N6: a checkpoint expires 24 hours after its session ended, and not before it ends', async () => {
      const store = await opened();
      const id = await saved(store);
      const other = await saved(store, { sessionId: 'other' });
      time += 100 * day;
      expect(await store.restore(id)).toBeDefined();
      await store.endSession('s');
      time += day - 1;
      await store.endSession('s');
      expect(await store.restore(id)).toBeDefined();
      time += 1;
      expect([await store.restore(id), await store.list('s')]).toEqual([undefined, []]);
      expect(await store.restore(other)).toBeDefined();
    });

    it('N6: with 0 hours checkpoints are gone when the session ends', async () => {
      const store = await opened(0);
      const id = await saved(store);
      await store.endSession('s');
      expect([await store.restore(id), await store.list('s')]).toEqual([undefined, []]);
    });

    it('N6: what is saved after the end of a session is kept until it ends again', async () => {
      const store = await opened(day);
      await saved(store);
      await store.endSession('s');
      const late = await saved(store);
      time += 2 * day;
      expect((await store.list('s')).map(({ id }) => id)).toEqual([late]);
    });

    it('N6: an id is never given twice, and an unknown one is no error', async () => {
      const store = await opened(0);
      const first = await saved(store);
      await store.endSession('s');
      expect(await saved(store)).not.toBe(first);
      expect(await store.restore('s/none')).toBeUndefined();
    });

    it('N7: a thousand sessions at a time do not see each other', async () => {
      const store = await opened();
      const ids = await Promise.all(
        Array.from({ length: 3_000 }, (_, at) =>
          saved(store, { sessionId: `s${at % 1_000}`, plan: { at } }),
        ),
      );
      await store.endSession('s7');
      time += day;
      const plans = await Promise.all(ids.map(async (id) => (await store.restore(id))?.plan));
      expect(plans).toEqual(plans.map((_, at) => (at % 1_000 === 7 ? undefined : { at })));
      expect(await store.list('s8')).toHaveLength(3);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { CheckpointPriority, CheckpointStore } from '../src/index.ts';
import {
  createCheckpointStore,
  createGoalState,
  decompose,
  isInvalidOptions,
  isUncopyableState,
  TaskGraph,
  type TaskGraphJson,
} from '../src/index.ts';
import { describeCheckpointStore, draft } from './checkpoint-store-contract.ts';

describeCheckpointStore('in memory', {
  createStore: ({ now, ttlMs }) => createCheckpointStore({ now, ttlMs }),
});

const now = () => 0;
type State = Record<string, unknown>;

/** Saves under these priorities and gives the ids, undefined for what found no room. */
async function saveAll(
  store: CheckpointStore<State, State>,
  priorities: readonly CheckpointPriority[],
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (const priority of priorities) {
    const saving = await store.save({ ...draft, priority });
    ids.push(saving.saved ? saving.checkpoint.id : undefined);
  }
  return ids;
}

const kept = async (store: CheckpointStore<State, State>) =>
  (await store.list('s')).map(({ priority }) => priority);

describe('eviction', () => {
  it('N6: the lowest priority goes first, of these the oldest, and what goes is told', async () => {
    const store = createCheckpointStore<State, State>({ maxCheckpoints: 3, now });
    const [high, low1, low2] = await saveAll(store, ['high', 'low', 'low']);
    const saving = await store.save({ ...draft, priority: 'normal' });
    expect(saving).toMatchObject({ saved: true, evicted: [{ id: low1 }] });
    expect(await store.restore(low1!)).toBeUndefined();
    await saveAll(store, ['normal']);
    expect(await store.restore(low2!)).toBeUndefined();
    expect(await kept(store)).toEqual(['high', 'normal', 'normal']);
    expect(await store.restore(high!)).toBeDefined();
  });

  it('N6: nothing of a higher priority has to make room', async () => {
    const store = createCheckpointStore<State, State>({ maxCheckpoints: 2, now });
    await saveAll(store, ['high', 'normal']);
    expect(await store.save({ ...draft, priority: 'low' })).toMatchObject({
      saved: false,
      reason: 'no_room',
    });
    expect(await kept(store)).toEqual(['high', 'normal']);
    expect(await saveAll(store, ['high', 'high'])).not.toContain(undefined);
    expect(await kept(store)).toEqual(['high', 'high']);
  });

  it('N6: bytes are counted, and as many go as needed', async () => {
    const measured = await createCheckpointStore<State, State>({ now }).save(draft);
    const bytes = measured.saved ? measured.checkpoint.bytes : 0;
    const store = createCheckpointStore<State, State>({ maxBytes: 3 * bytes, now });
    await saveAll(store, ['low', 'normal', 'low']);
    const plan = { ...draft.plan, text: 'x'.repeat(bytes / 4) };
    const large = await store.save({ ...draft, plan, priority: 'high' });
    expect(large.saved && large.evicted).toHaveLength(2);
    expect(await kept(store)).toEqual(['normal', 'high']);
  });

  it('N6: nothing is evicted for what finds no room all the same', async () => {
    const measured = await createCheckpointStore<State, State>({ now }).save(draft);
    const bytes = measured.saved ? measured.checkpoint.bytes : 0;
    const store = createCheckpointStore<State, State>({ maxBytes: 3 * bytes, now });
    await saveAll(store, ['low', 'high', 'high']);
    const plan = { ...draft.plan, text: 'x'.repeat(bytes / 4) };
    expect(await store.save({ ...draft, plan })).toMatchObject({ saved: false, reason: 'no_room' });
    const huge = { text: 'x'.repeat(3 * bytes) };
    expect(await store.save({ ...draft, plan: huge, priority: 'high' })).toMatchObject({
      saved: false,
      reason: 'too_large',
    });
    expect(await kept(store)).toEqual(['low', 'high', 'high']);
  });

  it('N6: what is gone has given its room back', async () => {
    const measured = await createCheckpointStore<State, State>({ now }).save(draft);
    const bytes = measured.saved ? measured.checkpoint.bytes : 0;
    const store = createCheckpointStore<State, State>({ maxBytes: 2 * bytes, ttlMs: 0, now });
    for (let round = 0; round < 5; round += 1) {
      expect(await saveAll(store, ['high', 'high'])).not.toContain(undefined);
      expect(await kept(store)).toEqual(['high', 'high']);
      await store.endSession('s');
      expect(await store.save({ ...draft, priority: 'low' })).toMatchObject({ evicted: [] });
      await store.endSession('s');
    }
  });

  it('N6: the size of a text counts, whether it is a value or a key', async () => {
    const store = createCheckpointStore<State, State>({ now });
    const bytesOf = async (plan: State) => {
      const saving = await store.save({ ...draft, plan });
      return saving.saved ? saving.checkpoint.bytes : 0;
    };
    const empty = await bytesOf({ k: '' });
    expect(await bytesOf({ k: 'x'.repeat(1_000) })).toBe(empty + 2_000);
    expect(await bytesOf({ [`k${'x'.repeat(1_000)}`]: '' })).toBe(empty + 2_000);
    expect(await bytesOf({ k: '', list: [0, 0, 0] })).toBe(empty + 4 * 16 + 2 * 'list'.length);
  });

  it('N6: what expired makes room before anything is evicted', async () => {
    let time = 0;
    const store = createCheckpointStore<State, State>({
      maxCheckpoints: 2,
      ttlMs: 10,
      now: () => time,
    });
    await store.save({ ...draft, sessionId: 'ended', priority: 'high' });
    await store.endSession('ended');
    await saveAll(store, ['low']);
    time = 10;
    expect(await store.save(draft)).toMatchObject({ saved: true, evicted: [] });
  });

  it('N6: what a store shows of a checkpoint can be changed without changing the store', async () => {
    const store = createCheckpointStore<State, State>({ now });
    const saving = await store.save(draft);
    const id = saving.saved ? saving.checkpoint.id : '';
    for (const shown of [
      saving.saved && saving.checkpoint,
      (await store.list('s'))[0],
      (await store.restore(id))?.checkpoint,
    ]) {
      Object.assign(shown as object, { id: 'x', seq: 99 });
    }
    expect(await store.list('s')).toMatchObject([{ id, seq: 0 }]);
  });
});

describe('backtracking', () => {
  it('N6: the lab: the live plan shows completed, the restored one pending, and two restores are independent', async () => {
    const plan = decompose('Find capital of France and population');
    const live = new TaskGraph(plan);
    const store = createCheckpointStore<TaskGraphJson>({ now });
    const goalState = createGoalState(live);
    const saving = await store.save({ sessionId: 's', plan: live.toJson(), goalState, seq: 0 });
    live.complete('find_first');
    expect(live.tasks[0]?.status).toBe('completed');

    const id = saving.saved ? saving.checkpoint.id : '';
    const first = (await store.restore(id))!;
    const restored = TaskGraph.from(first.plan);
    expect(restored.tasks[0]?.status).toBe('pending');
    expect(first.goalState).toEqual(goalState);
    restored.complete('find_first');
    const second = TaskGraph.from((await store.restore(id))!.plan);
    expect(second.tasks[0]?.status).toBe('pending');
  });

  it('N6, PLAN-023: a graph itself is refused, as its copy would be no graph', async () => {
    const store = createCheckpointStore<TaskGraph, State>({ now });
    const graph = new TaskGraph({ goal: 'g' });
    const saving = store.save({ sessionId: 's', plan: graph, goalState: {}, seq: 0 });
    await expect(saving).rejects.toSatisfy(isUncopyableState);
    await expect(saving).rejects.toThrow('plan is an instance of TaskGraph, which cannot be kept.');
  });

  it.each([
    [{ sessionId: '' }, 'sessionId must be a text, not an empty one.'],
    [{ seq: -1 }, 'seq must be an integer of at least 0, not -1.'],
    [{ seq: undefined }, 'seq must be an integer of at least 0, not undefined.'],
    [{ priority: 'urgent' }, 'priority must be one of low, normal, high, not urgent.'],
  ])('N6: %j is refused', async (change, message) => {
    const store = createCheckpointStore<State, State>({ now });
    const saving = store.save({ ...draft, ...change } as typeof draft);
    await expect(saving).rejects.toThrow(message);
    await expect(saving).rejects.toSatisfy(isInvalidOptions);
  });
});

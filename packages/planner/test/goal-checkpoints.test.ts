import type { Json } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
import { checkpointPresets, createCheckpointStore, type TaskGraphJson } from '../src/index.ts';
import { chain, pursue } from './goal-support.ts';

const newStore = () => createCheckpointStore<TaskGraphJson<Json>>({ now: () => 0 });

describe('checkpoints of a goal run', () => {
  it('N6: before a risky call and after each subtask, with their priorities, in the store of the caller', async () => {
    const store = newStore();
    const { result, heard } = pursue(
      { a: [], pay: ['a'] },
      { checkpoints: { store, sessionId: 's' } },
    );
    expect((await result).status).toBe('solved');
    const kept = await store.list('s');
    expect(kept.map(({ label, priority, seq }) => [label, priority, seq])).toEqual([
      ['after a', 'normal', 1],
      ['before pay', 'high', 1],
      ['after pay', 'normal', 2],
    ]);
    expect(heard.notes('checkpoint')).toEqual(
      kept.map(({ label, priority, seq }) => ({ label, priority, seq })),
    );
  });

  it('N6: what is stored is a copy: the run goes on and the checkpoint shows what was pending', async () => {
    const store = newStore();
    const checkpoints = { store, sessionId: 's' };
    await pursue(chain, { checkpoints }).result;
    const [first] = await store.list('s');
    const restored = (await store.restore(first!.id))!;
    expect(restored.plan.tasks.map(({ status }) => status)).toEqual([
      'completed',
      'pending',
      'pending',
    ]);
    expect(restored.goalState).toMatchObject({
      completedSubgoals: ['Do a'],
      remainingSubgoals: ['Do b', 'Do c'],
    });
  });

  it('N6: of several reasons to keep a state, the highest priority counts', async () => {
    const five = { a: [], b: ['a'], c: ['b'], d: ['c'], e: ['d'] };
    const { result, heard } = pursue(five, { checkpoints: {} });
    await result;
    expect(heard.notes('checkpoint')).toHaveLength(5);
    expect(heard.notes('checkpoint').at(-1)).toEqual({
      label: 'after e',
      priority: 'normal',
      seq: 5,
    });
  });

  it('N6, R10: every n iterations, or never', async () => {
    const policy = { ...checkpointPresets.off, everyIterations: 2 };
    const { result, heard } = pursue({ ...chain, d: ['c'] }, { checkpoints: { policy } });
    await result;
    expect(heard.notes('checkpoint')).toMatchObject([
      { label: 'after b', priority: 'low' },
      { label: 'after d', priority: 'low' },
    ]);
    const off = pursue(chain, { checkpoints: { policy: checkpointPresets.off } });
    await off.result;
    const unused = pursue(chain);
    await unused.result;
    expect([...off.heard.notes('checkpoint'), ...unused.heard.notes('checkpoint')]).toEqual([]);
  });

  it.each([
    ['fails', { save: () => Promise.reject(new Error('redis is down')) }, 'Error: redis is down'],
    ['is full', createCheckpointStore({ maxBytes: 1 }), 'the store has no room'],
  ])('N6: a store that %s ends no run, and the run says so', async (_, store, why) => {
    const checkpoints = { store: store as never, sessionId: 's' };
    const { status, flags } = await pursue({ a: [] }, { checkpoints }).result;
    expect(status).toBe('solved');
    expect(flags).toEqual([`checkpoint: "after a" could not be stored: ${why}`]);
  });
});

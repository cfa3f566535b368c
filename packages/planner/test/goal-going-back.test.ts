import type { GuardFactory, Verdict } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { checkpointPresets, type GoalOptions } from '../src/index.ts';
import { chain, pursue } from './goal-support.ts';
import { tasksOf } from './graph-support.ts';

describe('going back', () => {
  it('N6: a task that failed for good is done in another way from the latest checkpoint; nothing before it is done again', async () => {
    const { result, heard, done } = pursue(
      { a: [], fail_b: ['a'], c: ['fail_b'] },
      {
        alternatives: ({ id, error }, trouble) => {
          expect([id, error, trouble]).toEqual(['fail_b', 'Error: it is closed', 'subtask_failed']);
          return tasksOf({ ask: [], look: ['ask'] });
        },
      },
    );
    const { status, flags, partial } = await result;
    expect(done).toEqual(['a', 'fail_b', 'fail_b', 'fail_b/ask', 'fail_b/look', 'c']);
    expect([status, partial.subtasks]).toEqual(['solved', { done: 4, total: 4 }]);
    expect(flags).toEqual([
      'restore: after subtask_failed back to "after a", another way for fail_b',
    ]);
    expect(heard.notes('restore')).toEqual([
      {
        kind: 'subtask_failed',
        text: 'fail_b: Error: it is closed',
        label: 'after a',
        seq: 1,
        tasks: ['fail_b'],
        effectsSince: [],
      },
    ]);
  });

  it('N6, R12: the effects that happened since are told; they are not undone, and the task that made them stays completed', async () => {
    const { result, heard, done } = pursue(
      { a: [], pay: ['a'], fail_b: ['pay'] },
      {
        // No state from after the payment is kept.
        checkpoints: { policy: { ...checkpointPresets.off, beforeRisky: true } },
        alternatives: (_task, _trouble, effectsSince) => {
          expect(effectsSince).toMatchObject([{ tool: 'pay', args: { id: 'pay' } }]);
          return tasksOf({ ask: [] });
        },
      },
    );
    const { status, flags, effects, counts } = await result;
    expect(done).toEqual(['a', 'pay', 'fail_b', 'fail_b', 'fail_b/ask']);
    expect([status, effects.length, counts.toolCalls.reused]).toEqual(['solved', 1, 0]);
    expect(flags[0]).toBe(
      'restore: after subtask_failed back to "before pay", another way for fail_b; not undone: pay {"id":"pay"} (committed)',
    );
    expect(heard.notes('restore')).toMatchObject([
      { effectsSince: [{ tool: 'pay', status: 'committed' }] },
    ]);
  });

  it('N6: tasks that fail in one wave get their other ways together', async () => {
    const { result, heard, done } = pursue(
      { a: [], fail_1: ['a'], fail_2: ['a'], good: ['a'] },
      { alternatives: () => tasksOf({ other: [] }), maxRestores: 1, maxAttempts: 1 },
    );
    expect((await result).status).toBe('solved');
    expect(done.slice(-2)).toEqual(['fail_1/other', 'fail_2/other']);
    expect(done.filter((id) => id === 'good')).toEqual(['good']);
    expect(heard.notes('restore')).toMatchObject([{ tasks: ['fail_1', 'fail_2'] }]);
  });

  it.each([
    ['there is no other way', { alternatives: () => undefined }],
    ['the other way is none', { alternatives: () => [{ id: '?', description: 'x' }] }],
    ['finding one fails', { alternatives: () => Promise.reject(new Error('no idea')) }],
    ['there is no room for it', { alternatives: () => tasksOf({ x: [], y: [] }), maxTasks: 3 }],
    ['going back is off', { alternatives: () => tasksOf({ x: [] }), maxRestores: 0 }],
  ] as [string, Partial<GoalOptions>][])(
    'N6: when %s, nothing is gone back to',
    async (_, options) => {
      const { result, heard, done } = pursue({ a: [], fail: ['a'], c: ['fail'] }, options);
      expect(await result).toMatchObject({
        stopReason: 'unrecoverable',
        partial: { subtasks: { done: 1, total: 3 } },
      });
      expect(done).toEqual(['a', 'fail', 'fail']);
      expect(heard.notes('restore')).toEqual([]);
    },
  );

  it('N6: a run goes back a bounded number of times, each time with the state from before', async () => {
    const { result, heard, done } = pursue(
      { a: [], fail: ['a'] },
      {
        alternatives: () => tasksOf({ fail: [] }),
        checkpoints: { policy: { ...checkpointPresets.default, everyIterations: 0 } },
        maxRestores: 2,
      },
    );
    expect((await result).stopReason).toBe('unrecoverable');
    expect(done).toEqual([
      'a',
      'fail',
      'fail',
      'fail/fail',
      'fail/fail',
      'fail/fail/fail',
      'fail/fail/fail',
    ]);
    expect(heard.notes('restore')).toMatchObject([
      { label: 'after a' },
      { label: 'another way for fail' },
    ]);
  });
});

/** Ends a run when its third step is over, after a hint at the second. */
function stopsAtThird(stopReason: 'loop_detected' | 'goal_drift'): GuardFactory {
  const verdicts: Readonly<Record<number, Verdict>> = {
    2: { kind: 'hint', text: 'mind the goal' },
    3: { kind: 'stop', stopReason, text: 'round and round' },
  };
  return () => ({ name: 'mine', judge: ({ n }) => verdicts[n] });
}

describe('going back after a loop or a drift', () => {
  it.each(['loop_detected', 'goal_drift'] as const)(
    'N6, E10: after %s the run goes back to before it began, and takes another way for what was done since',
    async (stopReason) => {
      const asked: unknown[] = [];
      const { result, heard, done } = pursue(
        { ...chain, d: ['c'] },
        {
          guards: [stopsAtThird(stopReason)],
          alternatives: (task, trouble) => {
            asked.push([task.id, trouble]);
            return task.id === 'c' ? tasksOf({ other: [] }) : undefined;
          },
        },
      );
      const { status, flags } = await result;
      expect(asked).toEqual([
        ['b', stopReason],
        ['c', stopReason],
      ]);
      expect(done).toEqual(['a', 'b', 'c', 'b', 'c/other', 'd']);
      expect(status).toBe('solved');
      expect(flags).toEqual([
        'mine: round and round',
        `restore: after ${stopReason} back to "after a", another way for c`,
      ]);
      expect(heard.notes('restore')).toMatchObject([
        { kind: stopReason, label: 'after a', seq: 1 },
      ]);
    },
  );

  it.each([
    ['without another way', { alternatives: () => undefined }],
    ['when it may not go back', { alternatives: () => tasksOf({ x: [] }), maxRestores: 0 }],
    ['when nobody knows another way', {}],
  ] as [string, Partial<GoalOptions>][])('N6: %s, a loop ends the run', async (_, options) => {
    const { result, done } = pursue(
      { ...chain, d: ['c'] },
      { guards: [stopsAtThird('loop_detected')], ...options },
    );
    expect(await result).toMatchObject({
      status: 'stopped',
      stopReason: 'loop_detected',
      reason: 'round and round',
      partial: { subtasks: { done: 3, total: 4 } },
    });
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('N6: a guard that answers later is heard, too, and a second loop begins after the first', async () => {
    const guard: GuardFactory = () => ({
      name: 'late',
      io: true,
      judge: async ({ n }) =>
        n === 2 || n === 4
          ? { kind: 'stop', stopReason: 'loop_detected', text: `round ${n}` }
          : undefined,
    });
    const { result, heard, done } = pursue(
      { ...chain, d: ['c'] },
      {
        guards: [guard],
        alternatives: ({ id }) => tasksOf({ [`other_${id.length}`]: [] }),
      },
    );
    expect((await result).status).toBe('solved');
    expect(done).toEqual(['a', 'b', 'b/other_1', 'c', 'c/other_1', 'd']);
    expect(heard.notes('restore')).toMatchObject([
      { text: 'round 2', label: 'after a', tasks: ['b'] },
      { text: 'round 4', label: 'after b/other_1', tasks: ['c'] },
    ]);
  });

  it('N4, N6: a task that was split when it was next, and is whole again, is not asked for twice', async () => {
    const asked: string[] = [];
    const { result, done } = pursue(
      { a: [], b: ['a'], c: ['a'], d: ['c'] },
      {
        expand: 'next',
        split: ({ id }) => {
          asked.push(id);
          return id === 'c' ? tasksOf({ x: [] }) : undefined;
        },
        guards: [stopsAtThird('loop_detected')],
        alternatives: ({ id }) => (id === 'b' ? tasksOf({ other: [] }) : undefined),
        limits: { maxCallsPerStep: 1 },
      },
    );
    expect((await result).status).toBe('solved');
    expect(done).toEqual(['a', 'b', 'c/x', 'b/other', 'c/x', 'd']);
    expect(asked).toEqual(['a', 'b', 'c', 'c/x', 'b/other', 'd']);
  });

  it('N6: other ends by guards are as they are, and guards that answer late or nonsense are, too', async () => {
    const stops: GuardFactory = () => ({
      name: 'io',
      io: true,
      judge: async ({ n }) =>
        [
          { kind: 'stop', stopReason: n === 2 ? 'no_progress' : 'loop_detected', text: 'x' },
        ] as never,
    });
    const strange: GuardFactory = () => ({ name: 'strange', judge: () => 'stop' as never });
    const { result } = pursue(chain, {
      guards: [strange, stops],
      alternatives: () => tasksOf({ x: [] }),
    });
    const { stopReason, flags } = await result;
    expect(stopReason).toBe('no_progress');
    expect(flags.join()).toContain('strange');
  });
});

import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { type GoalOptions, runGoal, type TaskWork } from '../src/index.ts';
import { tasksOf } from './graph-support.ts';
import { tool } from './strategy-support.ts';

/** A goal whose tasks are these, done by a function. */
function pursue(
  dependencies: Readonly<Record<string, readonly string[]>>,
  execute: TaskWork,
  options: Partial<GoalOptions> = {},
) {
  return runGoal({
    goal: 'Do it all',
    decompose: () => tasksOf(dependencies),
    execute,
    ...options,
  });
}

const failsFor =
  (...ids: string[]): TaskWork =>
  (task) => {
    if (ids.includes(task.id)) throw new Error(`${task.id} is down`);
    return task.id;
  };

describe('tasks that fail', () => {
  it('N3, N10, PLAN-011: a task gets two attempts by default; one that works in the end blocks nothing', async () => {
    const attempts: unknown[] = [];
    const result = await pursue({ a: [], b: ['a'] }, (task) => {
      attempts.push([task.id, task.attempts, task.error]);
      if (attempts.length === 1) throw new Error('temporarily down');
      return task.id;
    });
    expect(result).toMatchObject({ status: 'solved', answer: 'b' });
    expect(attempts).toEqual([
      ['a', 0, undefined],
      ['a', 1, 'Error: temporarily down'],
      ['b', 0, undefined],
    ]);
  });

  it('N3, R12, PLAN-012: a task that fails for good blocks what depends on it, with the root cause; the rest is done', async () => {
    const done: string[] = [];
    const result = await pursue(
      { a: [], left: ['a'], right: ['a'], join: ['left', 'right'], end: ['join'] },
      (task) => {
        done.push(task.id);
        return failsFor('left')(task, {}, undefined as never);
      },
    );
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'unrecoverable',
      reason: 'left failed: Error: left is down; because of it not done: join, end',
      partial: { subtasks: { done: 2, total: 5 } },
    });
    expect(done).toEqual(['a', 'left', 'left', 'right']);
    expect(result.partial.text).toContain('Completed 2 of 5 subtasks.');
    expect(result.partial.text).toContain('Found execute(task: a): a');
    expect(result.partial.missing).toEqual([
      'Do left (failed: Error: left is down)',
      'Do join (blocked by left)',
      'Do end (blocked by left)',
    ]);
  });

  it('N3: several causes are told, each with what it blocks', async () => {
    const { reason } = await pursue({ a: [], b: [], c: ['a'] }, failsFor('a', 'b'), {
      maxAttempts: 1,
    });
    expect(reason).toBe(
      'a failed: Error: a is down; because of it not done: c. b failed: Error: b is down',
    );
  });

  it('R12: a run that is stopped in between says how far it is', async () => {
    const search = tool('search', ({ n }) => `fact ${n}`);
    const result = await runGoal({
      goal: 'Do it all',
      decompose: () => tasksOf({ a: [], b: ['a'], c: ['b'], d: ['c'], e: ['d'] }),
      tools: createToolRegistry({ tools: [search] }),
      execute: { toCall: ({ id }) => ({ tool: 'search', args: { n: id } }) },
      limits: { maxToolCalls: 3 },
    });
    expect(result).toMatchObject({
      stopReason: 'budget',
      partial: { subtasks: { done: 3, total: 5 } },
    });
    expect(result.partial.text).toMatch(
      /^Completed 3 of 5 subtasks\. Found search\(n: a\): fact a;/,
    );
    expect(result.partial.missing).toHaveLength(2);
  });

  it('R12: a limit of steps that is set ends a goal with what it has; none is set by default', async () => {
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`t${at}`, []]));
    expect((await pursue(eleven, () => 1)).status).toBe('solved');
    const result = await pursue(eleven, () => 1, { limits: { maxSteps: 3 } });
    expect(result).toMatchObject({
      stopReason: 'max_steps',
      reason: 'The limit of 3 steps was reached',
      partial: { subtasks: { done: 3, total: 11 } },
    });
    expect((await pursue({ a: [], b: [] }, () => 1, { limits: { maxSteps: 2 } })).status).toBe(
      'solved',
    );
  });

  it('R12: a cancelled run does nothing more and keeps what it has', async () => {
    const controller = new AbortController();
    const done: string[] = [];
    const result = await pursue(
      { a: [], b: ['a'], c: ['b'] },
      (task) => {
        done.push(task.id);
        if (task.id === 'b') controller.abort();
        return task.id;
      },
      { cancel: controller.signal },
    );
    expect(result).toMatchObject({
      stopReason: 'aborted',
      partial: { subtasks: { done: 1, total: 3 } },
    });
    expect(done).toEqual(['a', 'b']);
  });

  it('a task that never answers is given up', async () => {
    const execute: TaskWork = (task) => (task.id === 'a' ? new Promise<never>(() => {}) : task.id);
    const result = await pursue({ a: [], b: [] }, execute, {
      limits: { callMs: 2 },
      maxAttempts: 1,
    });
    expect(result.reason).toBe('a failed: Timeout: execute did not answer within 2 ms');
    expect(result.partial.subtasks).toEqual({ done: 1, total: 2 });
  });

  it('a call that cannot be made, or of a tool that is not there, is a failed attempt', async () => {
    const { steps, reason } = await runGoal({
      goal: 'Do it all',
      decompose: () => tasksOf({ a: [], b: [] }),
      tools: createToolRegistry({ tools: [tool('search', () => 1)] }),
      execute: {
        toCall: ({ id }) => {
          if (id === 'a') throw new TypeError('no country');
          return { tool: 'nope', args: {} };
        },
      },
    });
    expect(reason).toContain('could not be made: TypeError: no country');
    expect(reason).toContain('b failed: UnknownTool');
    expect(steps).toHaveLength(2);
  });

  it('R12: what somebody did not allow is not asked again, and blocks what needs it', async () => {
    const asked: unknown[] = [];
    let paid = 0;
    const tools = createToolRegistry({
      tools: [tool('pay', () => ++paid, 'once', { approval: true }), tool('note', () => 'noted')],
    });
    const result = await runGoal({
      goal: 'Do it all',
      decompose: () => tasksOf({ pay: [], tell: ['pay'], other: [] }),
      tools,
      execute: { toCall: ({ id }) => ({ tool: id === 'pay' ? 'pay' : 'note', args: { id } }) },
      approve: async (pending) => {
        asked.push(...pending);
        return pending.map(() => ({ approved: false, note: 'not today' }));
      },
    });
    expect([asked.length, paid]).toEqual([1, 0]);
    expect(result.stopReason).toBe('unrecoverable');
    expect(result.reason).toMatch(
      /^pay was not done: .*not today.*; because of it not done: tell$/,
    );
    expect(result.partial.subtasks).toEqual({ done: 1, total: 3 });
  });

  it('N3: a payment whose outcome nobody knows is not made again by the next attempt', async () => {
    let sent = 0;
    const pay = tool('pay', () => Promise.reject(new Error(`lost ${++sent}`)), 'once');
    const { effects, stopReason } = await runGoal({
      goal: 'Pay.',
      tools: createToolRegistry({ tools: [pay] }),
      execute: { toCall: () => ({ tool: 'pay', args: { eur: 5 } }) },
    });
    expect([sent, stopReason]).toEqual([1, 'unrecoverable']);
    expect(effects).toMatchObject([{ status: 'unknown' }]);
  });
});

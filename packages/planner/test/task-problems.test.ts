import { describe, expect, it } from 'vitest';
import type { NewTask } from '../src/index.ts';
import { findTaskProblems, TaskGraph } from '../src/index.ts';
import { graphOf, refusal, tasksOf } from './graph-support.ts';

const codes = (tasks: readonly NewTask[], maxTasks?: number) =>
  findTaskProblems(tasks, { maxTasks }).map(({ code }) => code);

describe('findTaskProblems', () => {
  it('N3, PLAN-001: a cycle is found and printed along its tasks', () => {
    const [problem, ...more] = findTaskProblems(tasksOf({ a: ['b'], b: ['a'] }));
    expect([problem?.code, problem?.tasks, more]).toEqual(['cycle', ['a', 'b'], []]);
    expect(problem?.message).toBe('These tasks wait for each other: a -> b -> a.');
  });

  it('N3, PLAN-002: a task that depends on itself is a cycle', () => {
    expect(findTaskProblems(tasksOf({ a: ['a'] }))[0]?.message).toContain('a -> a.');
  });

  it('N3, PLAN-004: only the members of the cycle are named, not what waits for them', () => {
    const tasks = tasksOf({ x: [], w: ['a', 'x'], a: ['c'], b: ['a'], c: ['b'] });
    const [problem] = findTaskProblems(tasks);
    expect([...problem!.tasks].sort()).toEqual(['a', 'b', 'c']);
    expect(problem!.message).toBe('These tasks wait for each other: a -> c -> b -> a.');
  });

  it('N3, PLAN-006: a dependency given by description is told its id', () => {
    const tasks = [
      { id: 't1', description: 'setup schema' },
      { id: 't2', description: 'api', dependsOn: ['setup schema'] },
      { id: 't3', description: 'docs', dependsOn: ['t9'] },
    ];
    expect(findTaskProblems(tasks)).toEqual([
      {
        code: 'unknown_dependency',
        message: 't2: it depends on "setup schema", which is no task. Write its id, t1.',
        tasks: ['t2'],
      },
      {
        code: 'unknown_dependency',
        message: 't3: it depends on "t9", which is no task. Tasks: t1, t2, t3.',
        tasks: ['t3'],
      },
    ]);
  });

  it('N3, PLAN-007: an id that is used twice is refused', () => {
    const tasks = [...tasksOf({ a: [] }), ...tasksOf({ a: [] })];
    expect(codes(tasks)).toEqual(['duplicate_id']);
  });

  it('N3, PLAN-014: an empty plan is a problem with a code and no exception', () => {
    expect(codes([])).toEqual(['empty_plan']);
    expect(codes(undefined as unknown as NewTask[])).toEqual(['empty_plan']);
  });

  it('N4, PLAN-017: a plan with too many tasks is refused whole, with both numbers', () => {
    const tasks = Array.from({ length: 10_000 }, (_, at) => ({ id: `t${at}`, description: 'x' }));
    const [problem] = findTaskProblems(tasks);
    expect(problem?.code).toBe('too_many_tasks');
    expect(problem?.message).toBe('The plan has 10000 tasks; at most 20 are allowed.');
    expect(codes(tasks, 10_000)).toEqual([]);
  });

  it.each([
    [{ description: 'x' }, 'invalid_id', 'task 1: it has no id.'],
    [{ id: 7, description: 'x' }, 'invalid_id', 'task 1: it has no id.'],
    [{ id: 'a b', description: 'x' }, 'invalid_id', '"a b" is no id.'],
    [{ id: 'a/b', description: 'x' }, 'invalid_id', '"a/b" is no id.'],
    [{ id: '__proto__', description: 'x' }, 'invalid_id', '"__proto__" is no id.'],
    [{ id: 'x'.repeat(65), description: 'x' }, 'invalid_id', 'is no id.'],
    [{ id: 'a', description: ' ' }, 'invalid_task', 'a: it has no description'],
    [{ id: 'a' }, 'invalid_task', 'a: it has no description'],
    [{ id: 'a', description: 'x', dependsOn: 'b' }, 'invalid_task', 'a: dependsOn must be a list'],
    [{ id: 'a', description: 'x', dependsOn: [1] }, 'invalid_task', 'a: dependsOn must be a list'],
    [{ id: 'a', description: 'x', priority: Number.NaN }, 'invalid_task', 'a: priority must be'],
    [null, 'invalid_id', 'task 1: it has no id.'],
    [undefined, 'invalid_id', 'task 1: it has no id.'],
    ['a', 'invalid_id', 'task 1: it has no id.'],
  ])('N2: %j, as a model may write it, is %s', (task, code, message) => {
    const tasks = task === undefined ? new Array<NewTask>(1) : [task as NewTask];
    const problems = findTaskProblems(tasks);
    expect(problems).toHaveLength(1);
    expect([problems[0]?.code, problems[0]?.message]).toEqual([
      code,
      expect.stringContaining(message),
    ]);
  });
});

describe('construction', () => {
  it('N3: throws what findTaskProblems finds: the code of the first, the words of all', () => {
    const tasks = tasksOf({ a: ['z'], b: ['c'], c: ['b'] });
    const { code, message } = refusal(() => new TaskGraph({ goal: 'test', tasks }));
    expect(code).toBe('unknown_dependency');
    expect(message.split('\n')).toEqual([
      'a: it depends on "z", which is no task. Tasks: a, b, c.',
      'These tasks wait for each other: b -> c -> b.',
    ]);
  });

  it('N4: throws for more tasks than the cap', () => {
    expect(refusal(() => graphOf({ a: [], b: [] }, { maxTasks: 1 })).code).toBe('too_many_tasks');
  });

  it('N3: two thousand problems are not two thousand lines', () => {
    const tasks = Array.from({ length: 2_000 }, (_, at) => ({
      id: `t${at}`,
      description: 'x',
      dependsOn: ['nobody'],
    }));
    const { message } = refusal(() => new TaskGraph({ goal: 'x', tasks }, { maxTasks: 2_000 }));
    expect(message.split('\n')).toHaveLength(21);
    expect(message).toContain('and 1980 more');
  });

  it('CKPT-016: the tasks handed in are not changed, and later changes to them do not count', () => {
    const tasks = [{ id: 'a', description: 'A', dependsOn: [] as string[] }];
    const before = structuredClone(tasks);
    const graph = new TaskGraph({ goal: 'test', tasks });
    graph.complete('a');
    expect(tasks).toEqual(before);
    tasks[0]!.dependsOn.push('b');
    expect(graph.task('a').dependsOn).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { TaskGraph } from '../src/index.ts';
import { failForGood, graphOf, idsOf, refusal, statuses, tasksOf } from './graph-support.ts';

const diamond = { a: [], l: ['a'], r: ['a'], j: ['l', 'r'] };

describe('order', () => {
  it('N3: a task is ready when everything it depends on is completed, and not before', () => {
    const graph = graphOf(diamond);
    expect(idsOf(graph.ready())).toEqual(['a']);
    expect(graph.complete('a')).toEqual(['l', 'r']);
    expect(graph.complete('r')).toEqual([]);
    expect(idsOf(graph.ready())).toEqual(['l']);
    expect(graph.complete('l')).toEqual(['j']);
    expect(graph.complete('j')).toEqual([]);
    expect(graph.next()).toBeUndefined();
    expect(graph.status).toBe('completed');
  });

  it('N3: waves hold what can run together, and what is done is left out', () => {
    const graph = graphOf({ ...diamond, alone: [], last: ['alone', 'j'] });
    expect(graph.waves()).toEqual([['a', 'alone'], ['l', 'r'], ['j'], ['last']]);
    graph.complete('a');
    graph.start('l');
    expect(graph.waves()).toEqual([['l', 'r', 'alone'], ['j'], ['last']]);
    failForGood(graph, 'r');
    expect(graph.waves()).toEqual([['l', 'alone']]);
  });

  it('N3: of what is ready, higher priorities come first, then the order of the list', () => {
    const tasks = [
      { id: 'c', description: 'c' },
      { id: 'b', description: 'b', priority: 2 },
      { id: 'a', description: 'a' },
      { id: 'd', description: 'd', priority: 2 },
      { id: 'z', description: 'z', priority: -1 },
    ];
    const graph = new TaskGraph({ goal: 'test', tasks });
    expect(idsOf(graph.ready())).toEqual(['b', 'd', 'c', 'a', 'z']);
    graph.start('b');
    expect(graph.next()?.id).toBe('d');
    graph.release('b');
    expect(graph.next()?.id).toBe('b');
  });

  it('N3, PLAN-028: in which order tasks of a wave end does not change the state', () => {
    const ends: Record<string, (graph: TaskGraph) => void> = {
      l: (graph) => failForGood(graph, 'l'),
      m: (graph) => graph.complete('m', 1),
      r: (graph) => graph.skip('r', 'not needed'),
    };
    const run = (order: readonly string[]) => {
      const graph = graphOf({ a: [], l: ['a'], m: ['a'], r: ['a'], j: ['r', 'm', 'l'], k: ['j'] });
      graph.complete('a');
      for (const id of order) ends[id]!(graph);
      return { stored: graph.toJson(), tasks: graph.tasks, unfinished: graph.unfinished() };
    };
    for (const order of ['lmr', 'lrm', 'mlr', 'mrl', 'rlm', 'rml']) {
      expect(run([...order])).toEqual(run(['l', 'm', 'r']));
    }
    expect(run(['l', 'm', 'r']).tasks.at(-1)?.blockedBy).toBe('r');
  });

  it('N3, PLAN-029: completing a task tells at once what it has freed, so that nobody has to poll', () => {
    const graph = graphOf({ a: [], b: ['a'] });
    expect(graph.complete('a', 'result')).toEqual(['b']);
    expect(graph.task('a')).toMatchObject({ status: 'completed', result: 'result', attempts: 1 });
  });
});

describe('failures', () => {
  it('N10, PLAN-011: a task gets two attempts, and dependents are not blocked in between', () => {
    const graph = graphOf({ a: [], b: ['a'] });
    graph.start('a');
    expect(graph.fail('a', 'timeout')).toEqual({ willRetry: true, blocked: [] });
    expect(statuses(graph)).toEqual({ a: 'pending', b: 'pending' });
    graph.start('a');
    expect(graph.task('a')).toMatchObject({ attempts: 2, error: 'timeout' });
    graph.complete('a');
    graph.complete('b');
    expect(statuses(graph)).toEqual({ a: 'completed', b: 'completed' });
    expect(graph.task('a').error).toBeUndefined();
  });

  it('N3, N10: after the last attempt dependents are blocked, and the chain names its root cause', () => {
    const graph = graphOf({ a: [], b: ['a'], c: ['b'], d: ['c'], other: [] });
    graph.fail('a', 'first');
    expect(graph.fail('a', 'second')).toEqual({ willRetry: false, blocked: ['b', 'c', 'd'] });
    expect(graph.task('a')).toMatchObject({ status: 'failed', error: 'second', attempts: 2 });
    expect(graph.tasks.map(({ blockedBy }) => blockedBy)).toEqual([
      undefined,
      'a',
      'a',
      'a',
      undefined,
    ]);
    expect(graph.task('d').blockedBy).toBe('a');
    expect(graph.unfinished()).toEqual([
      'Do a (failed: second)',
      'Do b (blocked by a)',
      'Do c (blocked by a)',
      'Do d (blocked by a)',
      'Do other (pending)',
    ]);
  });

  it('N10: the number of attempts can be chosen', () => {
    const graph = graphOf({ a: [] }, { maxAttempts: 1 });
    expect(graph.fail('a', 'no').willRetry).toBe(false);
  });

  it('N3, PLAN-012: a join does not run when one of its branches failed', () => {
    const graph = graphOf(diamond);
    graph.complete('a');
    failForGood(graph, 'l');
    graph.complete('r');
    expect(statuses(graph)).toEqual({ a: 'completed', l: 'failed', r: 'completed', j: 'blocked' });
    expect([graph.next(), graph.status]).toEqual([undefined, 'incomplete']);
  });

  it('N3, PLAN-010: what depends on a skipped task is blocked', () => {
    const graph = graphOf({ a: [], b: ['a'], c: ['b'] });
    expect(graph.skip('a', 'not asked for')).toEqual(['b', 'c']);
    expect(graph.task('c')).toMatchObject({ status: 'blocked', blockedBy: 'a' });
    expect(graph.task('a').error).toBe('not asked for');
    expect(graph.status).toBe('incomplete');
  });

  it('N3: what is added behind a dead end is blocked at once', () => {
    const graph = graphOf({ a: [] });
    failForGood(graph, 'a');
    graph.add(tasksOf({ c: ['b'], b: ['a'], free: [] }));
    expect(statuses(graph)).toEqual({ a: 'failed', c: 'blocked', b: 'blocked', free: 'pending' });
    expect(graph.task('c').blockedBy).toBe('a');
  });
});

describe('rules', () => {
  it('N3: a task that waits cannot be begun, completed or failed; the message says for what', () => {
    for (const use of ['start', 'complete', 'fail'] as const) {
      const graph = graphOf({ a: [], b: [], c: ['a', 'b'] });
      graph.complete('a');
      const { code, message, tasks } = refusal(() => graph[use]('c', 'x'));
      expect([code, tasks]).toEqual(['illegal_transition', ['c']]);
      expect(message).toMatch(/^c cannot be (started|completed|failed): it waits for b\.$/);
      expect(graph.task('c').attempts).toBe(0);
    }
  });

  it('N3: what has ended stays as it is', () => {
    const graph = graphOf({ done: [], failed: [], skipped: [], blocked: ['failed'] });
    graph.complete('done', 1);
    failForGood(graph, 'failed');
    graph.skip('skipped', 'why');
    const before = graph.toJson();
    for (const id of ['done', 'failed', 'skipped', 'blocked']) {
      for (const use of [
        () => graph.start(id),
        () => graph.complete(id),
        () => graph.fail(id, 'x'),
        () => graph.skip(id, 'x'),
        () => graph.release(id),
        () => graph.expand(id, tasksOf({ x: [] })),
      ]) {
        expect(refusal(use).code).toBe('illegal_transition');
      }
    }
    expect(graph.toJson()).toEqual(before);
  });

  it('N3: a running task is not started, skipped or split again', () => {
    const graph = graphOf({ a: [] });
    graph.start('a');
    expect(refusal(() => graph.start('a')).message).toBe('a cannot be started: it is running.');
    expect(refusal(() => graph.skip('a', 'x')).code).toBe('illegal_transition');
    expect(refusal(() => graph.expand('a', tasksOf({ x: [] }))).code).toBe('illegal_transition');
    expect(refusal(() => graph.task('A'))).toEqual({
      code: 'unknown_task',
      message: 'There is no task "A". Tasks: a.',
      tasks: ['A'],
    });
  });

  it('N3: what is shown can be changed without changing the graph', () => {
    const graph = graphOf({ a: [], b: ['a'] });
    const shown = graph.tasks[1] as unknown as { dependsOn: string[]; status: string };
    shown.dependsOn.length = 0;
    shown.status = 'completed';
    (graph.toJson().tasks[1] as unknown as { dependsOn: string[] }).dependsOn.push('x');
    expect(graph.task('b')).toMatchObject({ dependsOn: ['a'], status: 'pending' });
  });
});

describe('progress', () => {
  it('R12: says in words how many subtasks are completed', () => {
    const graph = graphOf({ a: [], b: [], c: [], d: ['c'], e: ['d'] });
    for (const id of ['a', 'b', 'c']) graph.complete(id);
    expect(graph.progress()).toMatchObject({ text: 'completed 3 of 5 subtasks', pending: 2 });
    failForGood(graph, 'd');
    expect(graph.progress()).toMatchObject({ completed: 3, failed: 1, blocked: 1, total: 5 });
    expect(graphOf({ a: [] }).progress().text).toBe('completed 0 of 1 subtask');
  });

  it('N3, PLAN-014: an empty plan is empty and not completed', () => {
    const graph = new TaskGraph({ goal: 'test', tasks: [] });
    expect([graph.status, graph.next(), graph.ready(), graph.waves()]).toEqual([
      'empty',
      undefined,
      [],
      [],
    ]);
  });
});

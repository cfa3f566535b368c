import { describe, expect, it } from 'vitest';
import type { Task } from '../src/index.ts';
import { decomposePresets, expandTasks, splitByRules, TaskGraph } from '../src/index.ts';
import { failForGood, graphOf, idsOf, refusal, statuses, tasksOf } from './graph-support.ts';

describe('expand', () => {
  it('N4: subtasks take the place of a task, and its dependents wait for all of them', () => {
    const graph = graphOf({ first: [], mid: ['first'], last: ['mid'], other: [] });
    expect(graph.expand('mid', tasksOf({ x: [], y: ['x'], z: [] }))).toEqual({
      added: ['mid/x', 'mid/y', 'mid/z'],
    });
    expect(idsOf(graph.tasks)).toEqual(['first', 'mid/x', 'mid/y', 'mid/z', 'last', 'other']);
    expect(graph.task('last').dependsOn).toEqual(['mid/x', 'mid/y', 'mid/z']);
    expect(graph.task('mid/x')).toMatchObject({ dependsOn: ['first'], depth: 1, parentId: 'mid' });
    expect(graph.task('mid/y').dependsOn).toEqual(['mid/x']);
    expect(graph.complete('first')).toEqual(['mid/x', 'mid/z']);
    graph.complete('mid/x');
    graph.complete('mid/y');
    expect(refusal(() => graph.start('last')).message).toContain('it waits for mid/z');
    expect(graph.complete('mid/z')).toEqual(['last']);
    expect(graph.progress().text).toBe('completed 4 of 6 subtasks');
  });

  it('N4: a subtask that fails blocks the dependents of the task, and is named as the cause', () => {
    const graph = graphOf({ a: [], b: ['a'], c: ['b'] });
    graph.expand('a', tasksOf({ x: [], y: ['x'] }));
    failForGood(graph, 'a/x');
    expect(statuses(graph)).toEqual({
      'a/x': 'failed',
      'a/y': 'blocked',
      b: 'blocked',
      c: 'blocked',
    });
    expect(graph.task('c').blockedBy).toBe('a/x');
  });

  it('N4: a subtask may name what its task depends on, and inherits its priority', () => {
    const tasks = [
      { id: 'a', description: 'a' },
      { id: 'b', description: 'b', dependsOn: ['a'], priority: 3 },
    ];
    const graph = new TaskGraph({ goal: 'test', tasks });
    graph.expand('b', tasksOf({ x: ['a'], y: ['x', 'a'] }));
    expect(graph.task('b/x')).toMatchObject({ dependsOn: ['a'], priority: 3 });
    expect(graph.task('b/y').dependsOn).toEqual(['b/x', 'a']);
  });

  it('N4, PLAN-008: ids of a split cannot meet other ids, and the split task is not there any more', () => {
    const graph = graphOf({ a: [], x: [] });
    expect(graph.expand('a', tasksOf({ x: [], a: [] })).added).toEqual(['a/x', 'a/a']);
    expect(refusal(() => graph.complete('a'))).toMatchObject({
      code: 'unknown_task',
      message: 'a was split into a/x, a/a.',
    });
    expect(refusal(() => graph.add(tasksOf({ a: [] }))).code).toBe('duplicate_id');
    expect(graph.splits).toEqual([{ id: 'a', description: 'Do a', subtasks: ['a/x', 'a/a'] }]);
  });

  it('N4: what is wrong with subtasks can be asked beforehand, and is thrown otherwise', () => {
    const graph = graphOf({ a: [], b: [] });
    const bad = tasksOf({ x: ['y'], y: ['x'], z: ['b'] });
    expect(graph.findProblems(bad, 'a').map(({ code }) => code)).toEqual([
      'unknown_dependency',
      'cycle',
    ]);
    expect(refusal(() => graph.expand('a', bad)).code).toBe('unknown_dependency');
    expect(refusal(() => graph.expand('a', [])).code).toBe('illegal_transition');
    expect(idsOf(graph.tasks)).toEqual(['a', 'b']);
  });
});

describe('caps', () => {
  it('N4, N10: a split beyond the cap is not made, is counted and named, and the task runs whole', () => {
    const graph = graphOf({ a: [], b: ['a'] }, { maxTasks: 4 });
    const { added, cut } = graph.expand('a', tasksOf({ w: [], x: [], y: [], z: [] }));
    expect(added).toEqual([]);
    expect(cut).toEqual({
      reason: 'max_tasks',
      limit: 4,
      parentId: 'a',
      tasks: ['w', 'x', 'y', 'z'].map((id) => ({ id, description: `Do ${id}` })),
      text: 'A plan has at most 4 tasks; a is not split into w, x, y, z.',
    });
    expect(graph.cuts).toEqual([cut]);
    graph.complete('a');
    graph.complete('b');
    expect(graph.status).toBe('completed');
  });

  it('N4: as many subtasks as there is room for are taken, the task itself makes room', () => {
    const graph = graphOf({ a: [], b: ['a'] }, { maxTasks: 4 });
    expect(graph.expand('a', tasksOf({ x: [], y: [], z: [] })).added).toHaveLength(3);
    expect(graph.cuts).toEqual([]);
  });

  it('N4: splits on top of each other are limited', () => {
    const graph = graphOf({ a: [] });
    graph.expand('a', tasksOf({ a: [] }));
    graph.expand('a/a', tasksOf({ a: [] }));
    graph.expand('a/a/a', tasksOf({ a: [] }));
    const { added, cut } = graph.expand('a/a/a/a', tasksOf({ x: [], y: [] }));
    expect(added).toEqual([]);
    expect(cut).toMatchObject({ reason: 'max_depth', limit: 3 });
    expect(cut?.text).toBe(
      'Tasks are split at most 3 levels deep; a/a/a/a is not split into x, y.',
    );
    graph.complete('a/a/a/a');
    expect(graph.status).toBe('completed');
  });

  it('N10: the same split, tried again, is one cut', () => {
    const graph = graphOf({ a: [] }, { maxTasks: 1 });
    for (let attempt = 0; attempt < 3; attempt += 1) graph.expand('a', tasksOf({ x: [], y: [] }));
    expect(graph.cuts).toHaveLength(1);
  });

  it('N10: what add leaves out is named with what depends on it, and the goal is not completed', () => {
    const graph = graphOf({ a: [] }, { maxTasks: 3 });
    const { added, cut } = graph.add(tasksOf({ late: ['d'], b: ['a'], c: ['b'], d: ['c'] }));
    expect(added).toEqual(['b', 'c']);
    expect(cut?.tasks.map(({ id }) => id)).toEqual(['late', 'd']);
    expect(cut?.text).toBe('A plan has at most 3 tasks; left out: late, d.');
    for (const id of ['a', 'b', 'c']) graph.complete(id);
    expect(graph.status).toBe('incomplete');
    expect(graph.progress()).toMatchObject({ leftOut: 2, text: 'completed 3 of 5 subtasks' });
    expect(graph.unfinished()).toEqual(['Do late (left out)', 'Do d (left out)']);
    expect(TaskGraph.from(graph.toJson()).progress()).toEqual(graph.progress());
  });
});

describe('expandTasks', () => {
  /** Every task consists of ten: a hundred after two splits, a thousand after three. */
  const sectors = (task: Task) =>
    Array.from({ length: 10 }, (_, at) => ({
      id: `s${at}`,
      description: `${task.description}, sector ${at}`,
    }));

  it('N4: lazily, only what is next is split, and the rest stays as it is', () => {
    const graph = graphOf({ market: [], report: ['market'] }, { maxTasks: 1_000 });
    const cuts = expandTasks(graph, sectors, decomposePresets.lazy);
    // Three splits, of the first task each time; the fourth is beyond the depth.
    expect(graph.tasks).toHaveLength(2 + 3 * 9);
    expect(cuts).toHaveLength(1);
    expect(graph.next()?.id).toBe('market/s0/s0/s0');
    expect(graph.task('market/s1').depth).toBe(1);
    expect(graph.task('report').status).toBe('pending');
  });

  it('N4, N10: eagerly, a goal that explodes is stopped at twenty tasks and still runs to its end', () => {
    const graph = graphOf({ market: [] });
    const cuts = expandTasks(graph, sectors, decomposePresets.eager);
    expect(graph.tasks).toHaveLength(19);
    expect(cuts.length).toBeGreaterThan(0);
    expect(graph.cuts).toEqual(cuts);
    for (let next = graph.next(); next !== undefined; next = graph.next()) graph.complete(next.id);
    expect([graph.status, graph.progress().completed]).toEqual(['completed', 19]);
  });

  it('N4: a run that splits lazily ends, with every task within the cap', () => {
    const graph = graphOf({ market: [] });
    let runs = 0;
    for (;;) {
      expandTasks(graph, sectors, decomposePresets.lazy);
      const next = graph.next();
      if (next === undefined) break;
      graph.complete(next.id);
      runs += 1;
    }
    expect(graph.status).toBe('completed');
    expect(runs).toBe(graph.tasks.length);
    expect(runs).toBeLessThanOrEqual(20);
  });

  it('N2, N4: splits by rules, and what rules make is not split by them again', () => {
    const description = 'Compare the populations of France and Germany';
    const graph = new TaskGraph({ goal: 'test', tasks: [{ id: 'goal', description }] });
    expect(expandTasks(graph, splitByRules(), decomposePresets.eager)).toEqual([]);
    expect(idsOf(graph.tasks)).toEqual([
      'goal/lookup_france',
      'goal/lookup_germany',
      'goal/compare',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { NewTask } from '../src/index.ts';
import { findTaskProblems, TaskGraph } from '../src/index.ts';
import { failForGood } from './graph-support.ts';

const limits = { maxTasks: 100_000 };

function tasks(count: number, dependsOn: (at: number) => readonly string[]): NewTask[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `t${at}`,
    description: 'x',
    dependsOn: dependsOn(at),
  }));
}

function runToEnd(graph: TaskGraph): number {
  let runs = 0;
  for (let next = graph.next(); next !== undefined; next = graph.next()) {
    graph.start(next.id);
    graph.complete(next.id);
    graph.progress();
    runs += 1;
  }
  return runs;
}

// With a step that goes through all tasks each time, every one of these takes longer than a test may.
describe('large graphs', () => {
  it('N3, PLAN-018: a chain of 20,000 tasks is checked and run without overflowing the stack', () => {
    const chain = tasks(20_000, (at) => (at === 0 ? [] : [`t${at - 1}`]));
    expect(findTaskProblems(chain, limits)).toEqual([]);
    const graph = new TaskGraph({ goal: 'test', tasks: chain }, limits);
    expect(graph.waves()).toHaveLength(20_000);
    expect(runToEnd(graph)).toBe(20_000);
    expect(TaskGraph.from(graph.toJson()).status).toBe('completed');
  });

  it('N3: 60,000 tasks that are all ready are taken one after another', () => {
    const graph = new TaskGraph({ goal: 'test', tasks: tasks(60_000, () => []) }, limits);
    expect(runToEnd(graph)).toBe(60_000);
  });

  it('N3: a fan of 20,000 tasks between a first and a last one', () => {
    const fan = tasks(20_000, (at) => (at === 0 ? [] : ['t0']));
    const last = { id: 'last', description: 'x', dependsOn: fan.map(({ id }) => id) };
    const graph = new TaskGraph({ goal: 'test', tasks: [...fan, last] }, limits);
    expect(runToEnd(graph)).toBe(20_001);
  });

  it('N3: a failure blocks 20,000 tasks in a chain, each with its root cause', () => {
    const chain = tasks(20_000, (at) => (at === 0 ? [] : [`t${at - 1}`]));
    const graph = new TaskGraph({ goal: 'test', tasks: chain }, limits);
    failForGood(graph, 't0');
    expect(graph.tasks.filter(({ blockedBy }) => blockedBy === 't0')).toHaveLength(19_999);
    expect(graph.status).toBe('incomplete');
  });

  it('N3: a cycle of 20,000 tasks is found and shown in short', () => {
    const ring = tasks(20_000, (at) => [`t${(at + 1) % 20_000}`]);
    const [problem] = findTaskProblems(ring, limits);
    expect(problem?.tasks).toHaveLength(20_000);
    expect(problem?.message.length).toBeLessThan(300);
  });

  it('N4: 5,000 tasks, each split when it is next', () => {
    const chain = tasks(5_000, (at) => (at === 0 ? [] : [`t${at - 1}`]));
    const graph = new TaskGraph({ goal: 'test', tasks: chain }, limits);
    const parts = tasks(3, () => []);
    let runs = 0;
    for (let next = graph.next(); next !== undefined; next = graph.next()) {
      if (next.depth === 0) graph.expand(next.id, parts);
      else {
        graph.complete(next.id);
        runs += 1;
      }
    }
    expect([runs, graph.status]).toEqual([15_000, 'completed']);
  });
});

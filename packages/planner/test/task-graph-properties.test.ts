import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskGraph } from '../src/index.ts';
import { statuses, tasksOf } from './graph-support.ts';

/** Graphs without cycles, listed in any order: a task depends on some of those before it in the draw. */
const dependencies = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
  .map((draws) =>
    draws.map((picks, at) => ({
      id: `t${at}`,
      description: `Do t${at}`,
      dependsOn: at === 0 ? [] : [...new Set(picks.map((pick) => `t${pick % at}`))],
    })),
  )
  .chain((tasks) => fc.shuffledSubarray(tasks, { minLength: tasks.length }));

type Action = 'start' | 'complete' | 'fail' | 'skip' | 'expand' | 'release';
const action = fc.record({
  pick: fc.nat(),
  what: fc.constantFrom<Action>('start', 'complete', 'fail', 'skip', 'expand', 'release'),
});

const limits = { maxTasks: 60, maxDepth: 2 };

/** Does one thing to a task that is ready or running. */
function act(graph: TaskGraph, { pick, what }: { pick: number; what: Action }): void {
  const open = graph.tasks.filter(({ status }) => status === 'running').concat(graph.ready());
  const task = open[pick % open.length]!;
  if (task.status === 'running') {
    if (what === 'fail') graph.fail(task.id, 'boom');
    else if (what === 'release') graph.release(task.id);
    else graph.complete(task.id);
  } else if (what === 'start') graph.start(task.id);
  else if (what === 'fail') graph.fail(task.id, 'boom');
  else if (what === 'skip') graph.skip(task.id, 'why');
  else if (what === 'expand') graph.expand(task.id, tasksOf({ x: [], y: ['x'], z: [] }));
  else graph.complete(task.id);
}

/** What must hold in every state, told from the definitions and not from how the graph is kept. */
function expectConsistent(graph: TaskGraph): void {
  const byId = new Map(graph.tasks.map((task) => [task.id, task]));
  const isDeadEnd = (id: string) => ['failed', 'skipped', 'blocked'].includes(byId.get(id)!.status);
  const ready: string[] = [];
  for (const { id, status, dependsOn, blockedBy } of byId.values()) {
    const isFree = dependsOn.every((each) => byId.get(each)!.status === 'completed');
    if (status === 'pending' && isFree) ready.push(id);
    if (status === 'pending') expect(dependsOn.some(isDeadEnd)).toBe(false);
    if (['running', 'completed', 'failed'].includes(status)) expect(isFree).toBe(true);
    if (status !== 'blocked') expect(blockedBy).toBeUndefined();
    else {
      expect(dependsOn.some(isDeadEnd)).toBe(true);
      expect(ancestors(byId, id)).toContain(blockedBy);
      expect(['failed', 'skipped']).toContain(byId.get(blockedBy!)!.status);
    }
  }
  expect(graph.ready().map(({ id }) => id)).toEqual(ready);
  expect(graph.next()?.id).toBe(ready[0]);
  const counts = Object.values(statuses(graph));
  for (const status of new Set(counts)) {
    expect(graph.progress()).toHaveProperty(
      status,
      counts.filter((each) => each === status).length,
    );
  }
}

function ancestors(byId: ReadonlyMap<string, { dependsOn: readonly string[] }>, id: string) {
  const found = new Set<string>();
  const queue = [id];
  for (const each of queue) {
    for (const above of byId.get(each)!.dependsOn) {
      if (found.has(above)) continue;
      found.add(above);
      queue.push(above);
    }
  }
  return found;
}

describe('properties of a graph', () => {
  it('N3: taking what is next completes every graph, each task after what it depends on', () => {
    fc.assert(
      fc.property(dependencies, (tasks) => {
        const graph = new TaskGraph({ goal: 'test', tasks }, limits);
        const done = new Set<string>();
        for (let next = graph.next(); next !== undefined; next = graph.next()) {
          expect(next.dependsOn.every((id) => done.has(id))).toBe(true);
          graph.complete(next.id);
          done.add(next.id);
        }
        expect([done.size, graph.status]).toEqual([tasks.length, 'completed']);
      }),
    );
  });

  it('N3: waves hold each task once, right behind the last wave that it depends on', () => {
    fc.assert(
      fc.property(dependencies, (tasks) => {
        const graph = new TaskGraph({ goal: 'test', tasks }, limits);
        const waves = graph.waves();
        const waveOf = new Map(waves.flatMap((wave, at) => wave.map((id) => [id, at] as const)));
        expect(waves.flat()).toHaveLength(tasks.length);
        for (const { id, dependsOn } of tasks) {
          const before = dependsOn.map((each) => waveOf.get(each)!);
          expect(waveOf.get(id)).toBe(Math.max(-1, ...before) + 1);
        }
      }),
    );
  });

  it('N3, N4, N10: whatever happens to a graph, it stays consistent and comes to an end', () => {
    fc.assert(
      fc.property(dependencies, fc.infiniteStream(action), (tasks, actions) => {
        const graph = new TaskGraph({ goal: 'test', tasks }, limits);
        // Starting and releasing alone would go on for ever.
        for (const each of actions.take(300)) {
          if (graph.status !== 'open') break;
          act(graph, each);
          expectConsistent(graph);
        }
        while (graph.status === 'open') act(graph, { pick: 0, what: 'complete' });
        expectConsistent(graph);
        expect(graph.waves()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('N6: a graph stored and read at any time is the same graph', () => {
    fc.assert(
      fc.property(dependencies, fc.array(action, { maxLength: 40 }), (tasks, actions) => {
        const graph = new TaskGraph({ goal: 'test', tasks }, limits);
        for (const each of actions) if (graph.status === 'open') act(graph, each);
        const restored = TaskGraph.from(JSON.parse(JSON.stringify(graph.toJson())));
        expect(restored.toJson()).toEqual(graph.toJson());
        expectConsistent(restored);
        for (const each of actions) {
          if (graph.status !== 'open') break;
          act(graph, each);
          act(restored, each);
        }
        expect(restored.tasks).toEqual(graph.tasks);
      }),
    );
  });

  it('N10: add takes in as much as the cap allows, and what it takes in can run', () => {
    fc.assert(
      fc.property(dependencies, fc.integer({ min: 1, max: 40 }), (tasks, maxTasks) => {
        const graph = new TaskGraph({ goal: 'test' }, { maxTasks });
        const { added, cut } = graph.add(tasks);
        expect(added).toHaveLength(Math.min(tasks.length, maxTasks));
        expect(added.length + (cut?.tasks.length ?? 0)).toBe(tasks.length);
        for (let next = graph.next(); next !== undefined; next = graph.next()) {
          graph.complete(next.id);
        }
        expect(graph.progress().completed).toBe(added.length);
      }),
    );
  });
});

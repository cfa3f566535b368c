import { describe, expect, it } from 'vitest';
import type { TaskGraphJson } from '../src/index.ts';
import { TaskGraph } from '../src/index.ts';
import { failForGood, graphOf, refusal, tasksOf } from './graph-support.ts';

function usedGraph(): TaskGraph {
  const graph = graphOf({ a: [], b: ['a'], c: ['b'], d: [], e: [], f: ['a'] }, { maxTasks: 8 });
  graph.expand('e', tasksOf({ x: [], y: ['x'] }));
  graph.expand('f', tasksOf({ p: [], q: [], r: [] }));
  graph.complete('a', { text: 'done' });
  failForGood(graph, 'b');
  graph.fail('d', 'timeout');
  graph.start('e/x');
  return graph;
}

/** A stored graph with something changed. */
function changed(change: (stored: Record<string, unknown>) => void): TaskGraphJson {
  const stored = structuredClone(usedGraph().toJson());
  change(stored as unknown as Record<string, unknown>);
  return stored;
}

describe('toJson and from', () => {
  it('N6: a graph survives JSON with everything that was told to it', () => {
    const graph = usedGraph();
    const stored = JSON.parse(JSON.stringify(graph.toJson())) as TaskGraphJson;
    const restored = TaskGraph.from(stored);
    expect(restored.toJson()).toEqual(graph.toJson());
    expect(restored.tasks).toEqual(graph.tasks);
    expect([restored.ready(), restored.waves()]).toEqual([graph.ready(), graph.waves()]);
    expect([restored.cuts, restored.splits]).toEqual([graph.cuts, graph.splits]);
    expect(restored.limits).toEqual({ maxTasks: 8, maxDepth: 3, maxAttempts: 2 });
  });

  it('N6: both graphs go on alike, and apart from each other', () => {
    const graph = usedGraph();
    const restored = TaskGraph.from(graph.toJson());
    const goOn = (each: TaskGraph) => [
      each.complete('e/x'),
      each.fail('d', 'again'),
      refusal(() => each.add(tasksOf({ e: [] }))).code,
      each.expand('e/y', tasksOf({ z: [] })),
    ];
    const before = restored.toJson();
    const answers = goOn(graph);
    expect(restored.toJson()).toEqual(before);
    expect(goOn(restored)).toEqual(answers);
    expect(restored.toJson()).toEqual(graph.toJson());
  });

  it('N6: a task that was running when the graph was stored can be put back', () => {
    const restored = TaskGraph.from(usedGraph().toJson());
    expect(restored.ready().map(({ id }) => id)).not.toContain('e/x');
    restored.release('e/x');
    expect(restored.task('e/x')).toMatchObject({ status: 'pending', attempts: 1 });
    expect(restored.ready().map(({ id }) => id)).toContain('e/x');
  });
});

describe('what was stored', () => {
  it('CKPT-007, CKPT-008: a version that this release does not know is refused', () => {
    const { code, message } = refusal(() => TaskGraph.from(changed((it) => (it.version = 99))));
    expect(code).toBe('unsupported_version');
    expect(message).toBe('The stored graph has version 99; this release reads version 1.');
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', '{"version":1,"tasks":[{"id":'],
    ['no version', changed((it) => delete it.version)],
    ['no tasks', changed((it) => delete it.tasks)],
    ['no limits', changed((it) => delete it.limits)],
    ['no goal', changed((it) => delete it.goal)],
    ['a task that is none', changed((it) => (it.tasks as unknown[]).push(null))],
    ['a cut that is none', changed((it) => (it.cuts as unknown[]).push(7))],
    ['a split that is none', changed((it) => (it.splits as unknown[]).push(null))],
  ])('CKPT-009: %s is corrupt, and not an empty graph', (_what, stored) => {
    expect(refusal(() => TaskGraph.from(stored as TaskGraphJson)).code).toBe('corrupt_graph');
  });

  it.each([
    ['two tasks of one id', 'same id', (a: Stored) => (a.id = 'b')],
    ['a missing dependency', 'not there', (a: Stored) => (a.dependsOn = ['gone'])],
    ['a cycle', 'wait for each other', (_: Stored, d: Stored) => (d.dependsOn = ['d'])],
    ['an unknown status', 'is no task', (a: Stored) => (a.status = 'done')],
    ['a task done too early', 'b is failed', (a: Stored) => (a.status = 'pending')],
    ['a task blocked by nothing', 'a is blocked', (a: Stored) => (a.status = 'blocked')],
    [
      'a dead end that blocks nothing',
      'd is pending',
      (_: Stored, d: Stored) => (d.dependsOn = ['b']),
    ],
  ])('N6: %s is corrupt', (_what, message, change) => {
    const stored = changed(({ tasks }) => {
      const list = tasks as Stored[];
      const find = (id: string) => list.find((task) => task.id === id)!;
      change(find('a'), find('d'));
    });
    const refused = refusal(() => TaskGraph.from(stored));
    expect([refused.code, refused.message]).toEqual([
      'corrupt_graph',
      expect.stringContaining(message),
    ]);
  });
});

type Stored = { id: string; dependsOn: string[]; status: string };

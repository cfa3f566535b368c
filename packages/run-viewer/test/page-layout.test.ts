import { Graph, layout } from '@dagrejs/dagre';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GraphNode, graphRows } from '../page/view-model/graph-rows.ts';
import { countCrossings, orderRows } from '../page/view-model/order-rows.ts';
import {
  layoutPlan,
  nodeSize,
  type PlanLayout,
  type Point,
} from '../page/view-model/plan-layout.ts';

/** Plans in which a step refers to earlier ones. */
const plans = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 14 })
  .map((lists) =>
    lists.map(
      (picks, index): GraphNode => ({
        id: `E${index}`,
        dependsOn: index === 0 ? [] : [...new Set(picks.map((pick) => `E${pick % index}`))],
      }),
    ),
  );

function boxesHit(plan: PlanLayout): string[] {
  return plan.edges.flatMap(({ from, to, points }) =>
    [...plan.places].flatMap(([id, corner]) => {
      if (id === from || id === to) return [];
      const isHit = points
        .slice(1)
        .some((point, index) => crossesBox(points[index]!, point, corner));
      return isHit ? [`${from} to ${to} behind ${id}`] : [];
    }),
  );
}

function crossesBox(from: Point, to: Point, corner: Point): boolean {
  return Array.from({ length: 101 }, (_, step) => step / 100).some((part) => {
    const x = from.x + (to.x - from.x) * part - corner.x;
    const y = from.y + (to.y - from.y) * part - corner.y;
    return x > 0 && x < nodeSize.width && y > 0 && y < nodeSize.height;
  });
}

function overlaps({ places }: PlanLayout): boolean {
  const corners = [...places.values()];
  return corners.some((one, index) =>
    corners.slice(index + 1).some((other) => {
      const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
      return dx < nodeSize.width - 0.01 && dy < nodeSize.height - 0.01;
    }),
  );
}

describe('the layout of a plan', () => {
  it('lets no node stand on another one and no edge pass behind a node, in either direction', () => {
    fc.assert(
      fc.property(plans, fc.constantFrom(0, 600, 10_000), (nodes, maxWidth) => {
        const plan = layoutPlan(nodes, maxWidth);
        expect(overlaps(plan)).toBe(false);
        expect(boxesHit(plan)).toEqual([]);
        for (const { x, y } of plan.places.values()) {
          expect(x >= 0 && x + nodeSize.width <= plan.width + 0.01).toBe(true);
          expect(y >= 0 && y + nodeSize.height <= plan.height + 0.01).toBe(true);
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('crosses no more edges than dagre does over many plans', () => {
    let own = 0;
    let reference = 0;
    for (const nodes of fc.sample(plans, { numRuns: 150, seed: 11 })) {
      own += countCrossings(orderRows(graphRows(nodes).rows));
      reference += crossingsOfDagre(nodes);
    }
    expect(reference).toBeGreaterThan(0);
    expect(own).toBeLessThanOrEqual(reference);
  });

  it('takes circles and references to nothing, which no valid plan has', () => {
    const nodes = [
      { id: 'a', dependsOn: ['b', 'nothing'] },
      { id: 'b', dependsOn: ['a'] },
      { id: 'c', dependsOn: ['c'] },
    ];
    expect(layoutPlan(nodes, 1000).places.size).toBe(3);
    expect(layoutPlan([], 1000)).toMatchObject({ width: 0, height: 0 });
  });
});

function crossingsOfDagre(nodes: readonly GraphNode[]): number {
  const graph = new Graph();
  graph.setGraph({ ranker: 'longest-path' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { id, dependsOn } of nodes) for (const from of dependsOn) graph.setEdge(from, id);
  layout(graph);
  // Where edges cross they change sides: each pair is compared at every height that both pass.
  const lines = graph.edges().map((edge: { v: string; w: string }): Point[] => {
    const points = [graph.node(edge.v), ...graph.edge(edge).points, graph.node(edge.w)];
    return points;
  });
  let crossings = 0;
  for (const [index, line] of lines.entries()) {
    for (const other of lines.slice(index + 1)) crossings += changesOfSide(line, other);
  }
  return crossings;
}

function changesOfSide(one: readonly Point[], other: readonly Point[]): number {
  const top = Math.max(one[0]!.y, other[0]!.y);
  const bottom = Math.min(one.at(-1)!.y, other.at(-1)!.y);
  const sides: number[] = [];
  for (let y = top; y <= bottom; y += 2) {
    const side = Math.sign(Math.round(xAt(one, y) - xAt(other, y)));
    if (side !== 0 && side !== sides.at(-1)) sides.push(side);
  }
  return Math.max(0, sides.length - 1);
}

function xAt(points: readonly Point[], y: number): number {
  const next = Math.max(
    1,
    points.findIndex((point) => point.y >= y),
  );
  const [a, b] = [points[next - 1]!, points[next]!];
  return b.y === a.y ? b.x : a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y);
}

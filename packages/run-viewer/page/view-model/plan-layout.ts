import { type GraphNode, graphRows, type Slot } from './graph-rows.ts';
import { orderRows } from './order-rows.ts';
import { placeRows } from './place-rows.ts';

export type Point = { readonly x: number; readonly y: number };

export type PlanLayout = {
  readonly width: number;
  readonly height: number;
  /** Upper left corner of each node. */
  readonly places: ReadonlyMap<string, Point>;
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly points: readonly Point[];
  }[];
};

/** Of every node, in CSS pixels. */
export const nodeSize = { width: 208, height: 76 } as const;

/** Between neighbours of a row, and between an edge and whatever is beside it. */
const gaps = { node: 28, edge: 14 } as const;
const rowGap = 48;
const margin = 10;

/** Places the nodes of a plan from top to bottom; from left to right where that is wider than `maxWidth` and the other is not. */
export function layoutPlan(nodes: readonly GraphNode[], maxWidth: number): PlanLayout {
  const down = layoutIn(nodes, 'down');
  if (down.width <= maxWidth) return down;
  const across = layoutIn(nodes, 'across');
  return across.width < down.width ? across : down;
}

function layoutIn(nodes: readonly GraphNode[], direction: 'down' | 'across'): PlanLayout {
  const isDown = direction === 'down';
  const { rows, edges } = graphRows(nodes);
  const breadth = isDown ? nodeSize.width : nodeSize.height;
  const depth = isDown ? nodeSize.height : nodeSize.width;
  const ordered = orderRows(rows);
  const middles = placeRows(ordered, ({ isNode }) =>
    isNode ? { size: breadth, gap: gaps.node } : { size: 0, gap: gaps.edge },
  );
  const nodeMiddles = [...middles];
  const first = Math.min(...nodeMiddles.map(([slot, at]) => at - halfOf(slot, breadth)));
  const last = Math.max(...nodeMiddles.map(([slot, at]) => at + halfOf(slot, breadth)));
  const rowAt = new Map(ordered.flatMap((row, index) => row.map((slot) => [slot, index] as const)));
  const along = (slot: Slot) => middles.get(slot)! - first + margin;
  const start = (slot: Slot) => rowAt.get(slot)! * (depth + rowGap) + margin;
  const point = (across: number, down: number): Point =>
    isDown ? { x: across, y: down } : { x: down, y: across };
  const spread = nodes.length === 0 ? 0 : last - first + 2 * margin;
  const length = nodes.length === 0 ? 0 : rows.length * (depth + rowGap) - rowGap + 2 * margin;
  return {
    width: isDown ? spread : length,
    height: isDown ? length : spread,
    places: new Map(
      ordered.flat().flatMap((slot) => {
        if (!slot.isNode) return [];
        return [[slot.id, point(along(slot) - breadth / 2, start(slot))] as const];
      }),
    ),
    edges: edges.map(({ from, to, slots }) => ({
      from,
      to,
      // Where an edge passes a row it runs straight beside the nodes, and turns only between rows.
      points: slots.flatMap((slot, index) => {
        const entry = point(along(slot), start(slot));
        const exit = point(along(slot), start(slot) + depth);
        if (index === 0) return [exit];
        return index === slots.length - 1 ? [entry] : [entry, exit];
      }),
    })),
  };
}

function halfOf({ isNode }: Slot, breadth: number): number {
  return isNode ? breadth / 2 : 0;
}

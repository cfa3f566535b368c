import type { Slot } from './graph-rows.ts';

const sweeps = 12;

/** The rows with their slots in an order in which few edges cross: each near the middle of what it is tied to. */
export function orderRows(rows: readonly (readonly Slot[])[]): readonly (readonly Slot[])[] {
  let best = rows;
  let fewest = countCrossings(rows);
  let current = rows.map((row) => [...row]);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    current = sweepOnce(current, sweep % 2 === 0 ? 'above' : 'below');
    const crossings = countCrossings(current);
    if (crossings < fewest) {
      fewest = crossings;
      best = current;
    }
  }
  return best;
}

function sweepOnce(rows: readonly (readonly Slot[])[], side: 'above' | 'below'): Slot[][] {
  const place = new Map(rows.flatMap((row) => row.map((slot, index) => [slot, index] as const)));
  const next = rows.map((row) => [...row]);
  for (const row of side === 'above' ? next : next.toReversed()) {
    const middle = new Map(
      row.map((slot) => {
        const tied = slot[side];
        const sum = tied.reduce((total, each) => total + place.get(each)!, 0);
        return [slot, tied.length === 0 ? place.get(slot)! : sum / tied.length];
      }),
    );
    row.sort((left, right) => middle.get(left)! - middle.get(right)!);
    for (const [index, slot] of row.entries()) place.set(slot, index);
  }
  return next;
}

/** Pairs of edges between neighbouring rows that cross. */
export function countCrossings(rows: readonly (readonly Slot[])[]): number {
  let crossings = 0;
  for (const [index, row] of rows.entries()) {
    const place = new Map(rows[index + 1]?.map((slot, at) => [slot, at]));
    const ends = row.map((slot) => slot.below.map((each) => place.get(each)!));
    for (const [left, leftEnds] of ends.entries()) {
      for (const rightEnds of ends.slice(left + 1)) {
        for (const a of leftEnds) crossings += rightEnds.filter((b) => b < a).length;
      }
    }
  }
  return crossings;
}

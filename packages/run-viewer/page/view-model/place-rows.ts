import type { Slot } from './graph-rows.ts';

const sweeps = 16;

/** What a slot takes in its row, and what is left free beside it. */
export type SlotSize = (slot: Slot) => { readonly size: number; readonly gap: number };

/** The middle of every slot along its row: near those that it is tied to, in the order of the row, none over another. */
export function placeRows(
  rows: readonly (readonly Slot[])[],
  sizeOf: SlotSize,
): ReadonlyMap<Slot, number> {
  const places = new Map<Slot, number>();
  for (const row of rows)
    settleRow(
      row,
      row.map(() => 0),
      sizeOf,
      places,
    );
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const side = sweep % 2 === 0 ? 'above' : 'below';
    for (const row of side === 'above' ? rows : rows.toReversed()) {
      const wanted = row.map((slot) => {
        const tied = slot[side].length > 0 ? slot[side] : [slot];
        return tied.reduce((sum, each) => sum + places.get(each)!, 0) / tied.length;
      });
      settleRow(row, wanted, sizeOf, places);
    }
  }
  return places;
}

/**
 * The places nearest to those wanted that keep the distances: slots that would come too close form a block, which stands at
 * the mean of what its slots want.
 */
function settleRow(
  row: readonly Slot[],
  wanted: readonly number[],
  sizeOf: SlotSize,
  places: Map<Slot, number>,
): void {
  const offsets: number[] = [];
  for (const [index, slot] of row.entries()) {
    const before = row[index - 1];
    const own = sizeOf(slot);
    const other = before === undefined ? own : sizeOf(before);
    const distance = (own.size + other.size) / 2 + Math.max(own.gap, other.gap);
    offsets.push(before === undefined ? 0 : offsets[index - 1]! + distance);
  }
  const blocks: { sum: number; count: number }[] = [];
  for (const [index, place] of wanted.entries()) {
    let block = { sum: place - offsets[index]!, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; ) {
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
      last = blocks.at(-1);
    }
    blocks.push(block);
  }
  const starts = blocks.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  for (const [index, slot] of row.entries()) places.set(slot, starts[index]! + offsets[index]!);
}

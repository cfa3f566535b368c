/** A repetition at the end of a sequence: its last `period * repeats` items are `repeats` copies of one pattern. */
export type FoundLoop = { readonly period: number; readonly repeats: number };

export type FindLoopOptions<Item> = {
  /** How many equal items in a row count. */
  readonly minRepeats: number;
  /** How many rounds of two or more different items count. */
  readonly minCycles: number;
  /** Default: `===`. */
  readonly matches?: (a: Item, b: Item) => boolean;
};

/**
 * Finds the shortest pattern that is repeated often enough at the end of `items` (L1). The pattern is always a
 * primitive root: four equal items are one item four times, never a pair twice. Takes at most `items.length²`
 * comparisons, so hand it a window.
 */
export function findLoop<Item>(
  items: readonly Item[],
  options: FindLoopOptions<Item>,
): FoundLoop | undefined {
  const matches = options.matches ?? ((a: Item, b: Item) => a === b);
  for (let period = 1; period <= items.length / 2; period++) {
    const needed = period === 1 ? options.minRepeats : options.minCycles;
    const repeats = repeatsAtEnd(items, period, matches);
    if (repeats >= needed && isPrimitive(items.slice(-period), matches)) {
      return { period, repeats };
    }
  }
  return undefined;
}

function repeatsAtEnd<Item>(
  items: readonly Item[],
  period: number,
  matches: (a: Item, b: Item) => boolean,
): number {
  let matching = 0;
  for (let at = items.length - 1; at >= period; at--) {
    if (!matches(items[at]!, items[at - period]!)) break;
    matching++;
  }
  return 1 + Math.floor(matching / period);
}

function isPrimitive<Item>(
  pattern: readonly Item[],
  matches: (a: Item, b: Item) => boolean,
): boolean {
  for (let period = 1; period <= pattern.length / 2; period++) {
    const divides = pattern.length % period === 0;
    if (divides && repeatsAtEnd(pattern, period, matches) === pattern.length / period) return false;
  }
  return true;
}

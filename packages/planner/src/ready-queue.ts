/**
 * A set whose first member by `compare` is found in logarithmic time: a binary heap. What was deleted stays in the heap
 * until it comes to the top.
 */
export class ReadyQueue<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #members = new Set<Item>();
  readonly #heap: Item[] = [];

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  has(item: Item): boolean {
    return this.#members.has(item);
  }

  add(item: Item): void {
    if (this.#members.has(item)) return;
    this.#members.add(item);
    this.#heap.push(item);
    this.#moveUp(this.#heap.length - 1);
  }

  delete(item: Item): void {
    this.#members.delete(item);
  }

  first(): Item | undefined {
    while (this.#heap.length > 0 && !this.#members.has(this.#heap[0]!)) this.#dropFirst();
    return this.#heap[0];
  }

  /** All members, the first one first. */
  sorted(): Item[] {
    return [...this.#members].sort(this.#compare);
  }

  #dropFirst(): void {
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#moveDown(0);
  }

  #moveUp(start: number): void {
    let at = start;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#compare(this.#heap[above]!, this.#heap[at]!) <= 0) return;
      this.#swap(above, at);
      at = above;
    }
  }

  #moveDown(start: number): void {
    let at = start;
    for (;;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below >= this.#heap.length) break;
        if (this.#compare(this.#heap[below]!, this.#heap[least]!) < 0) least = below;
      }
      if (least === at) return;
      this.#swap(least, at);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b]!, this.#heap[a]!];
  }
}

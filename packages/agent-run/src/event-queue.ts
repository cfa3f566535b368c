/** Keeps what is pushed until somebody reads it. One reader; ends after `end` when all is read. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  #waiting: Event[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  push(event: Event): void {
    this.#waiting.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    while (true) {
      const batch = this.#waiting;
      this.#waiting = [];
      yield* batch;
      if (this.#waiting.length > 0) continue;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

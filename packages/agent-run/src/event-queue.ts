/** Keeps what is pushed until somebody reads it. One reader; ends after `end` when all is read. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  #waiting: Event[] = [];
  #ended = false;
  #isRead = false;
  #wake: (() => void) | undefined;

  /** True from when a reader asks for the first event until it stops reading. */
  get isRead(): boolean {
    return this.#isRead;
  }

  push(event: Event): void {
    this.#waiting.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    this.#isRead = true;
    try {
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
    } finally {
      this.#isRead = false;
    }
  }
}

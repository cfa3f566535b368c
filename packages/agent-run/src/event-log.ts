import type { DurableEvent, DurableEventBody, LiveEvent } from './events.ts';

type LiveBody = LiveEvent extends infer Event
  ? Event extends LiveEvent
    ? Omit<Event, 'after'>
    : never
  : never;

/**
 * Numbers the durable events of a session. They are written in the order of keys and after a wave is joined, never
 * in the order of completion, so that a resumed run writes the same stream. A sink that throws, or rejects, is not heard.
 */
export class EventLog {
  #next = 0;
  readonly #onEvent: ((event: DurableEvent) => void) | undefined;
  readonly #onLive: ((event: LiveEvent) => void) | undefined;

  constructor(
    onEvent: ((event: DurableEvent) => void) | undefined,
    onLive: ((event: LiveEvent) => void) | undefined,
  ) {
    this.#onEvent = onEvent;
    this.#onLive = onLive;
  }

  /** The number of the next durable event. */
  get next(): number {
    return this.#next;
  }

  emit(path: string, body: DurableEventBody): void {
    const seq = this.#next++;
    if (this.#onEvent) call(this.#onEvent, { v: 1, seq, path, ...body });
  }

  live(body: LiveBody): void {
    if (this.#onLive) call(this.#onLive, { after: this.#next - 1, ...body } as LiveEvent);
  }
}

function call<Event>(sink: (event: Event) => unknown, event: Event): void {
  try {
    const answer = sink(event);
    // Nobody waits for a sink, and what an asynchronous one rejects with is not heard either.
    if (typeof answer === 'object' && answer !== null) Promise.resolve(answer).catch(() => {});
  } catch {
    // A watcher's fault is not the run's.
  }
}

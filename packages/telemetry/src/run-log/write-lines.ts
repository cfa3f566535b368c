/** Where lines go. What it returns is waited for before the next line. */
export type WriteLine = (line: string) => unknown;

/** Hands lines on, one after the other. */
export type LineQueue = {
  push(line: string): void;
  /** Resolves when every line is written, or none will be any more. Never rejects. */
  settled(): Promise<void>;
  /** Lines that were written. */
  readonly lines: number;
  readonly failure: { readonly error: unknown } | undefined;
};

/**
 * A line is handed on at once where the last one is written, so that with a synchronous `write` nothing waits. After the
 * first failure nothing more is written: what stands there is the beginning, without holes.
 */
export function createLineQueue(write: WriteLine): LineQueue {
  let waiting: string[] = [];
  let lines = 0;
  let failure: LineQueue['failure'];
  let draining: Promise<void> | undefined;

  async function drain(first: PromiseLike<unknown>): Promise<void> {
    try {
      await first;
      lines += 1;
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        for (const line of batch) {
          await write(line);
          lines += 1;
        }
      }
    } catch (error) {
      failure = { error };
      waiting = [];
    }
    draining = undefined;
  }

  return {
    get lines() {
      return lines;
    },
    get failure() {
      return failure;
    },
    push(line) {
      if (failure) return;
      if (draining) {
        waiting.push(line);
        return;
      }
      try {
        const answer = write(line);
        if (isPromise(answer)) draining = drain(answer);
        else lines += 1;
      } catch (error) {
        failure = { error };
      }
    },
    async settled() {
      await draining;
    },
  };
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

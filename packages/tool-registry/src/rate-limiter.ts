/** How often a tool may be started. */
export type RateLimit = {
  /** Starts within any `perMs`. */
  readonly calls: number;
  /** Milliseconds. */
  readonly perMs: number;
};

/** The turn would come after the deadline, so nobody waits for it. */
type TooLong = { readonly kind: 'too_long'; readonly retryAfterMs: number };

/** How waiting for a turn ended. */
type Turn = { readonly kind: 'entered' } | { readonly kind: 'aborted' } | TooLong;

/** Gives turns at a limited rate, first come, first served. */
export type RateLimiter = {
  /**
   * Counts a caller who cannot enter yet, until the function that it gives is called. A caller whose turn would come after
   * the deadline even so is not counted, and told at once. All callers of one limiter share a clock.
   */
  readonly announce: (time: Pick<EnterOptions, 'now' | 'timeLeftMs'>) => (() => void) | TooLong;
  /** Waits for a turn, at most until the signal is aborted. */
  readonly enter: (options: EnterOptions) => Promise<Turn>;
};

type EnterOptions = {
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly timeLeftMs: number;
};

type Waiter = { readonly now: () => number; readonly enter: () => void };

export function createRateLimiter(limit: RateLimit): RateLimiter {
  const { calls, perMs } = limit;
  /** Times of the last starts, at most `calls`, oldest first. */
  const starts: number[] = [];
  const waiting = new Set<Waiter>();
  /** Callers who were announced and have not entered. */
  let announced = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A clock that was set back takes the starts with it: nobody waits for longer than the rule says. */
  const read = (now: () => number) => {
    const time = now();
    const ahead = (starts.at(-1) ?? time) - time;
    if (ahead > 0) for (const [index, start] of starts.entries()) starts[index] = start - ahead;
    return time;
  };
  /** Milliseconds until the turn of whoever stands behind `place` others. */
  const waitMs = (place: number, time: number) => {
    const behind = place - (calls - starts.length);
    if (behind < 0) return 0;
    const rounds = 1 + Math.floor(behind / calls);
    // Whoever takes a place that is free now starts now.
    const start = starts[behind % calls] ?? time;
    return Math.max(0, start + rounds * perMs - time);
  };
  const start = (time: number) => {
    starts.push(time);
    if (starts.length > calls) starts.shift();
  };
  const serve = () => {
    timer = undefined;
    for (const waiter of waiting) {
      const wait = waitMs(0, read(waiter.now));
      if (wait > 0) {
        timer = setTimeout(serve, Math.ceil(wait));
        return;
      }
      start(waiter.now());
      waiter.enter();
    }
  };

  return {
    announce({ now, timeLeftMs }) {
      const wait = waitMs(waiting.size + announced, read(now));
      if (wait >= timeLeftMs && wait > 0) return { kind: 'too_long', retryAfterMs: wait };
      announced += 1;
      return () => {
        announced -= 1;
      };
    },
    enter({ signal, now, timeLeftMs }) {
      if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
      const wait = waitMs(waiting.size, read(now));
      if (waiting.size === 0 && wait === 0) {
        start(now());
        return Promise.resolve({ kind: 'entered' });
      }
      if (wait >= timeLeftMs) return Promise.resolve({ kind: 'too_long', retryAfterMs: wait });
      return new Promise((resolve) => {
        const leave = () => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', giveUp);
          if (waiting.size > 0) return;
          clearTimeout(timer);
          timer = undefined;
        };
        const waiter: Waiter = {
          now,
          enter: () => {
            leave();
            resolve({ kind: 'entered' });
          },
        };
        const giveUp = () => {
          leave();
          resolve({ kind: 'aborted' });
        };
        waiting.add(waiter);
        signal.addEventListener('abort', giveUp);
        if (timer === undefined) timer = setTimeout(serve, Math.ceil(wait));
      });
    },
  };
}

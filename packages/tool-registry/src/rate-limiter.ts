/** How often a tool may be started. */
export type RateLimit = {
  /** Starts within any `perMs`. */
  readonly calls: number;
  /** Milliseconds. */
  readonly perMs: number;
};

/** How waiting for a turn ended. `too_long`: the turn would come after the deadline, so nobody waited. */
type Turn =
  | { readonly kind: 'entered' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_long'; readonly retryAfterMs: number };

/** Gives turns at a limited rate, first come, first served. */
export type RateLimiter = {
  readonly limit: RateLimit;
  /** Waits for a turn, at most until the signal is aborted. All callers of one limiter share a clock. */
  readonly enter: (options: {
    signal: AbortSignal;
    now: () => number;
    timeLeftMs: number;
  }) => Promise<Turn>;
};

type Waiter = { readonly now: () => number; readonly enter: () => void };

export function createRateLimiter(limit: RateLimit): RateLimiter {
  const { calls, perMs } = limit;
  /** Times of the last starts, at most `calls`, oldest first. */
  const starts: number[] = [];
  const waiting = new Set<Waiter>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Milliseconds until the turn of whoever stands behind `place` others. */
  const waitMs = (place: number, time: number) => {
    if (starts.length < calls) return 0;
    const rounds = 1 + Math.floor(place / calls);
    const wait = starts[place % calls]! + rounds * perMs - time;
    // A clock that was set back must not make anybody wait for longer than the rule says.
    return Math.min(Math.max(0, wait), rounds * perMs);
  };
  const start = (time: number) => {
    starts.push(time);
    if (starts.length > calls) starts.shift();
  };
  const serve = () => {
    timer = undefined;
    for (const waiter of waiting) {
      const wait = waitMs(0, waiter.now());
      if (wait > 0) {
        timer = setTimeout(serve, Math.ceil(wait));
        return;
      }
      start(waiter.now());
      waiter.enter();
    }
  };

  return {
    limit,
    enter({ signal, now, timeLeftMs }) {
      if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
      const wait = waitMs(waiting.size, now());
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

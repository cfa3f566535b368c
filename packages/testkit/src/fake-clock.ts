/** A clock for tests: nothing in it depends on how long anything really takes. */
export type FakeClock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  advance(ms: number): void;
};

/** Where every fake clock starts: 2026-01-01T00:00:00.000Z. */
export const fakeClockStart = Date.UTC(2026, 0, 1);

/** Makes a clock that stands still, or goes on by `tickMs` each time it is read. */
export function createFakeClock(options: { tickMs?: number } = {}): FakeClock {
  const { tickMs = 0 } = options;
  let time = fakeClockStart;
  return {
    now() {
      const read = time;
      time += tickMs;
      return read;
    },
    advance(ms) {
      time += ms;
    },
  };
}

/** Lets at most a number of holders in at the same time, first come, first served. */
export type Semaphore = {
  /** Resolves with the function that gives the slot back, or undefined when the signal was aborted first. */
  acquire: (signal: AbortSignal) => Promise<(() => void) | undefined>;
};

export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  const waiting = new Set<() => void>();

  const take = () => {
    free--;
    return () => {
      free++;
      const [next] = waiting;
      next?.();
    };
  };

  return {
    acquire(signal) {
      if (signal.aborted) return Promise.resolve(undefined);
      if (free > 0) return Promise.resolve(take());
      return new Promise((resolve) => {
        const leave = () => {
          waiting.delete(enter);
          signal.removeEventListener('abort', giveUp);
        };
        const enter = () => {
          leave();
          resolve(take());
        };
        const giveUp = () => {
          leave();
          resolve(undefined);
        };
        waiting.add(enter);
        signal.addEventListener('abort', giveUp);
      });
    },
  };
}

import { settle } from '@loopwright/tool-registry';
import type { MinuteWindow } from './minute-window.ts';

/** Calls an action later and gives the function that prevents it. */
export type SetTimer = (action: () => void, ms: number) => () => void;

/** Gives a place back, and says how many tokens were used. */
type GiveBack = (used: number) => void;

export type PlaceQueue = {
  readonly active: number;
  readonly waiting: number;
  /** Waits for a place; undefined when the signal was aborted first. */
  take(amount: number, signal: AbortSignal): Promise<GiveBack | undefined>;
};

type Options = {
  concurrency: number;
  requests: MinuteWindow;
  tokens: MinuteWindow;
  setTimer: SetTimer;
};

/** Places for calls, in the order in which they were asked for. */
export function createPlaceQueue({ concurrency, requests, tokens, setTimer }: Options): PlaceQueue {
  const queue = new Set<{ amount: number; start: (giveBack: GiveBack) => void }>();
  let active = 0;
  let cancelTimer = () => {};

  const serve = () => {
    cancelTimer();
    cancelTimer = () => {};
    for (const next of queue) {
      if (active >= concurrency) return;
      const waitMs = Math.max(requests.waitFor(1), tokens.waitFor(next.amount));
      if (waitMs > 0) {
        cancelTimer = setTimer(serve, waitMs);
        return;
      }
      queue.delete(next);
      active += 1;
      requests.add(1);
      const correct = tokens.add(next.amount);
      next.start((used) => {
        active -= 1;
        correct(used);
        serve();
      });
    }
  };

  return {
    get active() {
      return active;
    },
    get waiting() {
      return queue.size;
    },
    async take(amount, signal) {
      let given: GiveBack | undefined;
      let entry: { amount: number; start: (giveBack: GiveBack) => void } | undefined;
      const wait = () =>
        new Promise<void>((resolve) => {
          const start = (giveBack: GiveBack) => {
            given = giveBack;
            resolve();
          };
          entry = { amount, start };
          queue.add(entry);
          serve();
        });
      const { kind } = await settle(wait, { signal });
      if (kind === 'value') return given;
      // A place may have come in the moment in which the signal was aborted.
      if (given) given(0);
      else if (entry && queue.delete(entry)) serve();
      return undefined;
    },
  };
}

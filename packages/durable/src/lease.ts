import { JournalError } from '@loopwright/agent-run';
import { type RuntimeStore, within } from './bounded-store.ts';

/** Longer delays overflow the timer of the platform and would fire at once. */
const maxTimerMs = 2_147_483_647;

/** How long the result of a run waits until its session is given back. */
const giveBackMs = 2_000;

/** The hold of this process on a session. */
export type Lease = {
  readonly epoch: number;
  /**
   * Before a step starts, not only when it is stored.
   *
   * @throws JournalError `fenced` when another process has taken over, `not_stored` when nobody can tell, `in_use` when it
   *   was given back.
   */
  check(key: string): Promise<void>;
  /** The error for a store that says so. */
  fenced(key: string): JournalError;
  /** Gives the session back, and waits for that a short while only: a store that does not answer lets the lease run out. */
  end(waitingFor?: readonly string[]): Promise<void>;
};

/**
 * Keeps a lease alive: it is renewed each third of its time. A process that was paused for longer than half of it asks
 * first whether the session is still its own.
 */
export function keepLease(
  store: RuntimeStore,
  session: {
    sessionId: string;
    epoch: number;
    ttlMs: number;
    now: () => number;
    /** When the claim was asked: its answer may be old. */
    claimedAt: number;
  },
): Lease {
  const { sessionId, epoch, ttlMs, now } = session;
  let confirmedAt = session.claimedAt;
  let isLost = false;
  let isOver = false;
  let renewal: Promise<void> | undefined;
  const fenced = (key: string) => {
    isLost = true;
    return new JournalError(
      'fenced',
      key,
      `Another process has taken over session ${sessionId}; this one stores nothing more`,
    );
  };
  const isLate = () => {
    const silence = now() - confirmedAt;
    // A clock that was set back tells nothing about how long it has been.
    return silence < 0 || silence > ttlMs / 2;
  };
  const ask = async () => {
    const askedAt = now();
    if (await store.renew(sessionId, epoch, ttlMs)) confirmedAt = askedAt;
    else isLost = true;
  };
  const renew = () => {
    renewal ??= ask().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  // A store that does not answer is asked again; whether the lease is lost shows before the next step.
  const timer = setInterval(
    () => void renew().catch(() => {}),
    Math.min(Math.max(1, ttlMs / 3), maxTimerMs),
  );
  (timer as { unref?: () => void }).unref?.();
  return {
    epoch,
    fenced,
    async check(key) {
      try {
        // The first answer may be to a question from before a pause.
        for (let asked = 0; asked < 2 && !isLost && isLate(); asked++) await renew();
      } catch (cause) {
        const message = `The step ${key} did not start: the store cannot say whether session ${sessionId} is still held`;
        throw new JournalError('not_stored', key, message, cause);
      }
      if (isLost) throw fenced(key);
      if (isLate()) {
        const message = `The step ${key} did not start: every answer of the store about session ${sessionId} comes too late`;
        throw new JournalError('not_stored', key, message);
      }
      if (isOver) throw new JournalError('in_use', key, `The step ${key} is of a run that is over`);
    },
    async end(waitingFor) {
      isOver = true;
      clearInterval(timer);
      // A renewal on its way would prolong what is given back.
      const giveBack = async () => {
        await renewal?.catch(() => {});
        await store.release(sessionId, epoch, waitingFor);
      };
      await within(Math.min(ttlMs, giveBackMs), 'The store (release)', giveBack).catch(() => {});
    },
  };
}

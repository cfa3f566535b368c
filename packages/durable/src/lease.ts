import { JournalError } from '@loopwright/agent-run';
import type { JournalStore } from './journal-store.ts';

/** The hold of this process on a session. */
export type Lease = {
  readonly epoch: number;
  /** Throws when the session may have been taken over: before a step starts, not only when it is stored. */
  check(): Promise<void>;
  /** The error for a store that says so. */
  fenced(key: string): JournalError;
  /** Gives the session back. */
  end(waitingFor?: string): Promise<void>;
};

/**
 * Keeps a lease alive: it is renewed each third of its time. A process that was paused for longer than half of it asks
 * first whether the session is still its own.
 */
export function keepLease(
  store: JournalStore,
  session: { sessionId: string; epoch: number; ttlMs: number; now: () => number },
): Lease {
  const { sessionId, epoch, ttlMs, now } = session;
  let confirmedAt = now();
  let isLost = false;
  const fenced = (key: string) => {
    isLost = true;
    return new JournalError(
      'fenced',
      key,
      `Another process has taken over session ${sessionId}; this one stores nothing more`,
    );
  };
  const renew = async () => {
    const askedAt = now();
    if (await store.renew(sessionId, epoch, ttlMs)) confirmedAt = askedAt;
    else isLost = true;
  };
  // A store that does not answer is asked again; whether the lease is lost shows before the next step.
  const timer = setInterval(() => void renew().catch(() => {}), Math.max(1, ttlMs / 3));
  (timer as { unref?: () => void }).unref?.();
  return {
    epoch,
    fenced,
    async check() {
      if (!isLost && now() - confirmedAt > ttlMs / 2) await renew();
      if (isLost) throw fenced(sessionId);
    },
    async end(waitingFor) {
      clearInterval(timer);
      if (!isLost) await store.release(sessionId, epoch, waitingFor);
    },
  };
}

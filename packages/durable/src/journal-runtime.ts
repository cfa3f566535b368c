import {
  isJournalError,
  isSuspended,
  JournalError,
  type JournalRecord,
  type RunResult,
  type Stamp,
  type StepRuntime,
} from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { boundedStore } from './bounded-store.ts';
import { checkRuntimeOptions } from './check-runtime-options.ts';
import { type Codec, plainCodec } from './codec.ts';
import { journalDefaults } from './defaults.ts';
import {
  type HeldSession,
  type Holding,
  holdClaimed,
  holdFinished,
  inUse,
} from './hold-session.ts';
import type { JournalStore } from './journal-store.ts';
import { keepLease } from './lease.ts';
import { readSignals } from './read-session.ts';
import { createRecordCodec, headerKey } from './records.ts';

/** Options of {@link journalRuntime}. */
export type JournalRuntimeOptions = {
  store: JournalStore;
  /** Names the session for ever: open it again under this name to go on. */
  sessionId: string;
  /** What happens to texts before they are stored. Default: nothing. */
  codec?: Codec | undefined;
  /** Milliseconds after which another process may take over a session whose holder is silent. Default 30,000. */
  ttlMs?: number | undefined;
  /** Milliseconds that a finished session is kept. Default 86,400,000, a day. */
  keepMs?: number | undefined;
  /**
   * What a new session begins with: `journalFromEvents(events, fork)` makes it a fork of the run of these events, which goes
   * on from there, under other settings too. Once the session has begun it need not be given again.
   */
  startFrom?: JournalRecord | undefined;
  /** The clock of this process, in milliseconds. Default `Date.now`. */
  now?: (() => number) | undefined;
};

/**
 * A runtime that stores every step before the next one starts. Run the same configuration over the same session again, in
 * this process or another, to go on: no stored step runs again. One process holds a session at a time; one that was silent
 * for `ttlMs` is fenced, and stores nothing more. A finished session gives its result to any number of them.
 *
 * What rejects a run: `JournalError` with the code `in_use`, `fenced`, `corrupt_journal`, `newer_format`, `not_stored`, or
 * what a journal in memory says (`stamp_mismatch`, `replay_mismatch`).
 *
 * @throws ConfigurationError `invalid_option`
 */
export function journalRuntime(options: JournalRuntimeOptions): StepRuntime {
  checkRuntimeOptions(options);
  const { sessionId, codec = plainCodec, startFrom, now = Date.now } = options;
  const { ttlMs = journalDefaults.ttlMs, keepMs = journalDefaults.keepMs } = options;
  // A lease is worth nothing behind its time, so no answer is waited for longer.
  const store = boundedStore(options.store, ttlMs);
  const records = createRecordCodec(sessionId, codec, ttlMs);
  let held: HeldSession | undefined;
  let isOpening = false;
  let waitingFor: string[] | undefined;

  const hold = () => {
    if (held) return held;
    throw new JournalError('in_use', sessionId, `Session ${sessionId} is not open in this process`);
  };

  return {
    sessionId,
    get forkOf() {
      return held ? held.forkOf : startFrom?.forkOf;
    },
    async open(given) {
      if (held || isOpening) throw inUse(sessionId, 'Another run of this process holds');
      isOpening = true;
      try {
        return await open(given);
      } finally {
        isOpening = false;
      }
    },
    async step(step) {
      const { journal, guard } = hold();
      waitingFor = undefined;
      return journal.step(await guard(step));
    },
    async all(steps) {
      const { journal, guard } = hold();
      waitingFor = undefined;
      return journal.all(await Promise.all(steps.map(guard)));
    },
    async waitAll(asks) {
      const { journal } = hold();
      for (const [key, answer] of await readSignals(store, sessionId, asks)) {
        journal.answer(key, answer);
      }
      try {
        return await journal.waitAll(asks);
      } catch (error) {
        if (isSuspended(error)) waitingFor = error.pending.map(({ key }) => key);
        throw error;
      }
    },
    isControl: isJournalError,
    async close(result) {
      waitingFor = undefined;
      await hold().journal.close(result);
    },
    async release() {
      const { journal, lease } = hold();
      held = undefined;
      journal.release?.();
      await lease?.end(waitingFor);
      waitingFor = undefined;
    },
  };

  async function open(given: Stamp): Promise<RunResult<Json> | undefined> {
    const stamp = await records.encode(headerKey, given);
    const holding: Holding = { sessionId, store, records, stamp, startFrom, keepMs };
    const claimedAt = now();
    const claim = await store.claim(sessionId, { ttlMs }).catch((cause: unknown) => {
      const message = `The store does not say whether session ${sessionId} is free`;
      throw isJournalError(cause)
        ? cause
        : new JournalError('not_stored', sessionId, message, cause);
    });
    if (claim.kind === 'held') {
      const endsIn = `its lease ends in ${Math.ceil(claim.forMs)} ms unless it is renewed`;
      throw inUse(sessionId, 'Another process holds', endsIn);
    }
    if (claim.kind === 'finished') {
      const finished = await holdFinished(holding, claim.session);
      const result = await finished.journal.open(stamp.value);
      held = finished;
      return result;
    }
    const lease = keepLease(store, { sessionId, epoch: claim.epoch, ttlMs, now, claimedAt });
    try {
      const begun = await holdClaimed(holding, claim.session, lease);
      const result = await begun.journal.open(stamp.value);
      held = begun;
      return result;
    } catch (error) {
      await lease.end();
      throw error;
    }
  }
}

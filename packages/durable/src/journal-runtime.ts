import {
  createMemoryJournal,
  type ForkOrigin,
  isJournalError,
  isSuspended,
  JournalError,
  type MemoryJournal,
  type RunResult,
  type RuntimeStep,
  type Stamp,
  type StepRuntime,
} from '@loopwright/agent-run';
import { checkCount, checkNames, mustBe } from '@loopwright/agent-run/option-checks';
import type { Json } from '@loopwright/core-parser';
import { boundedStore } from './bounded-store.ts';
import { type Codec, plainCodec } from './codec.ts';
import { journalDefaults } from './defaults.ts';
import type { JournalStore, StoredSession } from './journal-store.ts';
import { keepLease, type Lease } from './lease.ts';
import { checkFork, readSession, readSignals } from './read-session.ts';
import { type Coded, createRecordCodec, headerKey } from './records.ts';
import { createSessionWriter } from './session-writer.ts';

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
  /** Makes the session a fork; see `journalFromEvents`. */
  forkOf?: ForkOrigin | undefined;
  /** The clock of this process, in milliseconds. Default `Date.now`. */
  now?: (() => number) | undefined;
};

/**
 * A runtime that stores every step before the next one starts. Run the same configuration over the same session again, in
 * this process or another, to go on: no stored step runs again. One process holds a session at a time; one that was silent
 * for `ttlMs` is fenced, and stores nothing more.
 *
 * What rejects a run: `JournalError` with the code `in_use`, `fenced`, `corrupt_journal`, `newer_format`, `not_stored`, or
 * what a journal in memory says (`stamp_mismatch`, `replay_mismatch`). A store that cannot be asked for the session at all
 * rejects it with an error of its own.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function journalRuntime(options: JournalRuntimeOptions): StepRuntime {
  checkOptions(options);
  const { sessionId, codec = plainCodec, now = Date.now } = options;
  const { ttlMs = journalDefaults.ttlMs, keepMs = journalDefaults.keepMs } = options;
  // A lease is worth nothing behind its time, so no answer is waited for longer.
  const store = boundedStore(options.store, ttlMs);
  const records = createRecordCodec(sessionId, codec);
  let held: Held | undefined;
  let waitingFor: string | undefined;

  const hold = () => {
    if (held) return held;
    throw new JournalError('in_use', sessionId, `Session ${sessionId} is not open in this process`);
  };

  return {
    sessionId,
    get forkOf() {
      return options.forkOf ?? held?.forkOf;
    },
    open,
    async step(step) {
      const { journal, guard } = hold();
      return journal.step(await guard(step));
    },
    async all(steps) {
      const { journal, guard } = hold();
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
        if (isSuspended(error)) waitingFor = error.pending.map(({ key }) => key).join(' ');
        throw error;
      }
    },
    isControl: isJournalError,
    async close(result) {
      await hold().journal.close(result);
    },
    async release() {
      const { journal, lease } = hold();
      held = undefined;
      journal.release?.();
      await lease.end(waitingFor);
      waitingFor = undefined;
    },
  };

  async function open(given: Stamp): Promise<RunResult<Json> | undefined> {
    if (held) throw inUse(sessionId, 'Another run of this process holds');
    const stamp = await records.encode(headerKey, given);
    const claimedAt = now();
    const claim = await store.claim(sessionId, { ttlMs }).catch((cause: unknown) => {
      const message = `The store does not say whether session ${sessionId} is free`;
      throw new JournalError('not_stored', sessionId, message, cause);
    });
    if (claim.kind === 'held') {
      const endsIn = `its lease ends in ${Math.ceil(claim.forMs)} ms unless it is renewed`;
      throw inUse(sessionId, 'Another process holds', endsIn);
    }
    const lease = keepLease(store, { sessionId, epoch: claim.epoch, ttlMs, now, claimedAt });
    try {
      held = await holdSession(claim.session, stamp, lease);
      return await held.journal.open(stamp.value);
    } catch (error) {
      held = undefined;
      await lease.end();
      throw error;
    }
  }

  async function holdSession(
    session: StoredSession,
    stamp: Coded<Stamp>,
    lease: Lease,
  ): Promise<Held> {
    const read = await readSession(sessionId, session, records);
    if (read) checkFork(read.forkOf, options.forkOf);
    const { forkOf = read?.forkOf } = options;
    const stored = session.records.length;
    const writer = createSessionWriter(store, { sessionId, lease, records, stored });
    if (!read) await writer.header(stamp, forkOf);
    /** What the codec made of steps that are about to be stored. */
    const texts = new Map<string, { value: string; inputDigest: string | undefined }>();
    const journal = createMemoryJournal(
      { sessionId, ...(read ?? { stamp: stamp.value }), ...(forkOf ? { forkOf } : {}) },
      {
        append: (entry) => {
          if ('result' in entry) return writer.finish(entry.result, keepMs);
          const { value, inputDigest } = texts.get(entry.key)!;
          texts.delete(entry.key);
          return writer.entry(entry.key, value, inputDigest);
        },
      },
    );
    /** Nothing starts for a session that is no longer ours, and the run sees what a replay would see. */
    const guard = async <Value>(step: RuntimeStep<Value>): Promise<RuntimeStep<Value>> => {
      const { key, inputDigest } = step;
      const digest = inputDigest === undefined ? undefined : await records.encode(key, inputDigest);
      return {
        key,
        ...(digest ? { inputDigest: digest.value } : {}),
        run: async () => {
          await lease.check(key);
          const { text, value } = await records.encode(key, await step.run());
          texts.set(key, { value: text, inputDigest: digest?.text });
          return value;
        },
      };
    };
    return { journal, lease, guard, ...(forkOf ? { forkOf } : {}) };
  }
}

/** A session in the hands of this process. */
type Held = {
  journal: MemoryJournal;
  lease: Lease;
  guard<Value>(step: RuntimeStep<Value>): Promise<RuntimeStep<Value>>;
  forkOf?: ForkOrigin;
};

function inUse(sessionId: string, who: string, more = 'wait until it is over'): JournalError {
  return new JournalError('in_use', sessionId, `${who} session ${sessionId}; ${more}`);
}

function checkOptions(options: JournalRuntimeOptions): void {
  const names = ['store', 'sessionId', 'codec', 'ttlMs', 'keepMs', 'forkOf', 'now'];
  checkNames(options, names);
  const { store, sessionId } = options;
  const isStore = typeof store === 'object' && typeof store?.claim === 'function';
  mustBe(isStore, 'store', 'a JournalStore, such as createMemoryStore()', store);
  const isId = typeof sessionId === 'string' && sessionId.trim() !== '';
  mustBe(isId, 'sessionId', 'a text that is not empty', sessionId);
  checkCount(options, 'ttlMs', 10);
  checkCount(options, 'keepMs', 0);
}

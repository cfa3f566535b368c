import {
  type ApprovalAnswer,
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
import { type Codec, plainCodec } from './codec.ts';
import { journalDefaults } from './defaults.ts';
import type { JournalStore, StoredSession } from './journal-store.ts';
import { keepLease, type Lease } from './lease.ts';
import { createRecordCodec, headerKey, journalFormat, type RecordCodec } from './records.ts';

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
 * what a journal in memory says (`stamp_mismatch`, `replay_mismatch`).
 *
 * @throws ConfigurationError `invalid_option`
 */
export function journalRuntime(options: JournalRuntimeOptions): StepRuntime {
  checkOptions(options);
  const { store, sessionId, codec = plainCodec, now = Date.now } = options;
  const { ttlMs = journalDefaults.ttlMs, keepMs = journalDefaults.keepMs } = options;
  const records = createRecordCodec(sessionId, codec);
  let held: { journal: MemoryJournal; lease: Lease } | undefined;
  let waitingFor: string | undefined;

  const hold = () => {
    if (held) return held;
    throw new JournalError('in_use', sessionId, `Session ${sessionId} is not open in this process`);
  };
  /** Nothing starts for a session that is no longer ours, and the run sees what a replay would see. */
  const guarded = <Value>(step: RuntimeStep<Value>): RuntimeStep<Value> => ({
    ...step,
    run: async () => {
      await hold().lease.check();
      return (await records.storedForm(await step.run())) as Value;
    },
  });

  return {
    sessionId,
    ...(options.forkOf ? { forkOf: options.forkOf } : {}),
    async open(stamp) {
      const claim = await store.claim(sessionId, { ttlMs });
      if (claim.kind === 'held') {
        throw new JournalError(
          'in_use',
          sessionId,
          `Another process holds session ${sessionId}; its lease ends in ${Math.ceil(claim.forMs)} ms unless it is renewed`,
        );
      }
      const { epoch, session } = claim;
      const lease = keepLease(store, { sessionId, epoch, ttlMs, now });
      try {
        const journal = await openJournal(session, stamp, lease);
        held = { journal, lease };
        return await journal.open(stamp);
      } catch (error) {
        held = undefined;
        await lease.end();
        throw error;
      }
    },
    step: (step) => hold().journal.step(guarded(step)),
    all: (steps) => hold().journal.all(steps.map(guarded)),
    async waitAll(asks) {
      const { journal } = hold();
      for (const [key, text] of await store.signals(sessionId)) {
        journal.answer(key, JSON.parse(text) as ApprovalAnswer);
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

  async function openJournal(
    session: StoredSession,
    stamp: Stamp,
    lease: Lease,
  ): Promise<MemoryJournal> {
    const read = await readSession(session, records);
    const { forkOf = read?.forkOf } = options;
    let ord = session.records.length;
    const store1 = async (key: string, value: unknown) => {
      const record = await records.write(ord, key, value);
      ord += 1;
      if ((await store.append(sessionId, lease.epoch, record)) === 'fenced')
        throw lease.fenced(key);
    };
    if (!read) {
      const header = { format: journalFormat, stamp, ...(forkOf ? { forkOf } : {}) };
      await store1(headerKey, header);
    }
    return createMemoryJournal(
      { sessionId, ...(read ?? { stamp, entries: [] }), ...(forkOf ? { forkOf } : {}) },
      {
        append: async (entry) => {
          if (!('result' in entry)) return store1(entry.key, entry);
          const result = await records.writeResult(entry.result);
          const stored = await store.finish(sessionId, lease.epoch, result, { keepMs });
          if (stored === 'fenced') throw lease.fenced('the result');
        },
      },
    );
  }
}

/** What is stored of a session; undefined for one that has not begun. */
async function readSession({ records, result }: StoredSession, codec: RecordCodec) {
  const [first, ...rest] = records;
  if (!first) return undefined;
  const { stamp, forkOf } = await codec.readHeader(first);
  const entries = [];
  for (const [index, record] of rest.entries()) {
    entries.push(await codec.readEntry(record, index + 1));
  }
  return {
    stamp,
    entries,
    ...(forkOf ? { forkOf } : {}),
    ...(result ? { result: (await codec.readResult(result)) as RunResult<Json> } : {}),
  };
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

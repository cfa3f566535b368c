import {
  createMemoryJournal,
  type ForkOrigin,
  type JournalEntry,
  JournalError,
  type JournalRecord,
  type MemoryJournal,
  type RuntimeStep,
  type Stamp,
} from '@loopwright/agent-run';
import type { RuntimeStore } from './bounded-store.ts';
import type { StoredSession } from './journal-store.ts';
import type { Lease } from './lease.ts';
import { type ReadSession, readSession } from './read-session.ts';
import type { Coded, RecordCodec } from './records.ts';
import { createSessionWriter } from './session-writer.ts';
import { beginSession, checkStart, takeOver } from './start-session.ts';

/** A session in the hands of this process. */
export type HeldSession = {
  readonly journal: MemoryJournal;
  /** None for a finished session, in which nothing starts. */
  readonly lease?: Lease;
  readonly forkOf?: ForkOrigin;
  /** Nothing starts for a session that is no longer ours, and the run sees what a replay would see. */
  guard<Value>(step: RuntimeStep<Value>): Promise<RuntimeStep<Value>>;
};

/** What a session is held with. */
export type Holding = {
  sessionId: string;
  store: RuntimeStore;
  records: RecordCodec;
  stamp: Coded<Stamp>;
  startFrom?: JournalRecord | undefined;
  keepMs: number;
};

/**
 * Reads a finished session, whose result is all that a run can ask for.
 *
 * @throws JournalError `corrupt_journal`, `newer_format` or `stamp_mismatch`
 */
export async function holdFinished(holding: Holding, session: StoredSession): Promise<HeldSession> {
  const { sessionId, records } = holding;
  const read = (await readSession(sessionId, session, records))!;
  checkStart(holding, read);
  return { ...journalOf(holding, read), guard: async (step) => step };
}

/**
 * Reads a session that was claimed, and begins it when it is new.
 *
 * @throws JournalError `corrupt_journal`, `newer_format`, `stamp_mismatch` or `not_stored`
 */
export async function holdClaimed(
  holding: Holding,
  session: StoredSession,
  lease: Lease,
): Promise<HeldSession> {
  const { sessionId, store, records, keepMs } = holding;
  const stored = await readSession(sessionId, session, records);
  const number = session.records.length;
  const writer = createSessionWriter(store, { sessionId, lease, records, stored: number });
  const read = stored ?? (await beginSession(holding, writer));
  if (stored) checkStart(holding, stored);
  await takeOver(holding, read, writer);
  /** What the codec made of steps that are about to be stored. */
  const texts = new Map<string, { value: string; inputDigest: string | undefined }>();
  return {
    ...journalOf(holding, read, (entry) => {
      if ('result' in entry) return writer.finish(entry.result, keepMs);
      const { value, inputDigest } = texts.get(entry.key) ?? plainTextsOf(entry);
      texts.delete(entry.key);
      return writer.entry(entry.key, value, inputDigest);
    }),
    lease,
    async guard(step) {
      const { key, inputDigest } = step;
      if (records.isPlain) {
        const run = () => lease.check(key).then(step.run);
        return { ...step, run };
      }
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
    },
  };
}

/** The journal in memory has made the text already. */
function plainTextsOf({ value, inputDigest }: JournalEntry) {
  return {
    value,
    inputDigest: inputDigest === undefined ? undefined : JSON.stringify(inputDigest),
  };
}

type Append = NonNullable<NonNullable<Parameters<typeof createMemoryJournal>[1]>['append']>;

/** What is stored, as a run asks for it: the decoded form also of what it was begun with. */
function journalOf(
  { sessionId }: Holding,
  { start, ...read }: ReadSession,
  append?: Append,
): Pick<HeldSession, 'journal' | 'forkOf'> {
  const { answers = {}, forkOf } = start ?? {};
  const record = { sessionId, ...read, answers, ...(forkOf ? { forkOf } : {}) };
  const journal = createMemoryJournal(record, append ? { append } : {});
  return { journal, ...(forkOf ? { forkOf } : {}) };
}

/** The error for a run that may not have the session now. */
export function inUse(
  sessionId: string,
  who: string,
  more = 'wait until it is over',
): JournalError {
  return new JournalError('in_use', sessionId, `${who} session ${sessionId}; ${more}`);
}

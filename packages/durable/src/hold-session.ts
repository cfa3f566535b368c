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
import { checkFork, type ReadSession, readSession } from './read-session.ts';
import { type Coded, corrupt, type RecordCodec } from './records.ts';
import { createSessionWriter, type SessionWriter } from './session-writer.ts';

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
 * @throws JournalError `corrupt_journal` or `newer_format`
 */
export async function holdFinished(holding: Holding, session: StoredSession): Promise<HeldSession> {
  const { sessionId, records, startFrom } = holding;
  const read = (await readSession(sessionId, session, records))!;
  checkFork(read.forkOf, startFrom?.forkOf);
  const { seeds, ...record } = read;
  const { forkOf } = record;
  const journal = createMemoryJournal({ sessionId, ...record });
  return { journal, guard: async (step) => step, ...(forkOf ? { forkOf } : {}) };
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
  const { seeds, ...record } = await begin(holding, stored, writer);
  const { forkOf } = record;
  /** What the codec made of steps that are about to be stored. */
  const texts = new Map<string, { value: string; inputDigest: string | undefined }>();
  const journal = createMemoryJournal(
    { sessionId, ...record },
    {
      append: (entry) => {
        if ('result' in entry) return writer.finish(entry.result, keepMs);
        const { value, inputDigest } = texts.get(entry.key)!;
        texts.delete(entry.key);
        return writer.entry(entry.key, value, inputDigest);
      },
    },
  );
  return {
    journal,
    lease,
    ...(forkOf ? { forkOf } : {}),
    async guard(step) {
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
    },
  };
}

/**
 * Stores what a session begins with and is not stored yet: its header and, if it starts from another one, what that one
 * holds. A process that dies between these leaves the rest to the next, which must be given the same.
 */
async function begin(
  { sessionId, store, records, stamp, startFrom }: Holding,
  stored: ReadSession | undefined,
  writer: SessionWriter,
): Promise<ReadSession> {
  const session = stored ?? (await writeHeader());
  checkFork(session.forkOf, startFrom?.forkOf);
  const missing = (startFrom?.entries ?? []).slice(session.entries.length, session.seeds);
  if (session.entries.length + missing.length < session.seeds) {
    const what = 'the session it starts from was not stored whole; give startFrom again';
    throw corrupt(sessionId, `${session.entries.length + 1}`, what);
  }
  for (const entry of missing) session.entries.push(await copyEntry(entry));
  return session;

  async function writeHeader(): Promise<ReadSession> {
    for (const [key, answer] of Object.entries(startFrom?.answers ?? {})) {
      await store.signal(sessionId, key, JSON.stringify(answer));
    }
    const seeds = startFrom?.entries.length ?? 0;
    const first = startFrom?.stamp ? await records.encode('stamp', startFrom.stamp) : stamp;
    const forkOf = startFrom?.forkOf;
    await writer.header({ stamp: first, forkOf, seeds });
    return { stamp: first.value, entries: [], seeds, ...(forkOf ? { forkOf } : {}) };
  }

  async function copyEntry({ key, value, inputDigest }: JournalEntry): Promise<JournalEntry> {
    const coded = await records.encode(key, JSON.parse(value));
    const digest = inputDigest === undefined ? undefined : await records.encode(key, inputDigest);
    await writer.entry(key, coded.text, digest?.text);
    return {
      key,
      value: JSON.stringify(coded.value),
      ...(digest ? { inputDigest: digest.value } : {}),
    };
  }
}

/** The error for a run that may not have the session now. */
export function inUse(
  sessionId: string,
  who: string,
  more = 'wait until it is over',
): JournalError {
  return new JournalError('in_use', sessionId, `${who} session ${sessionId}; ${more}`);
}

import {
  type ApprovalAnswer,
  type JournalEntry,
  JournalError,
  type Pending,
  type RunResult,
  type Stamp,
} from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { RuntimeStore } from './bounded-store.ts';
import { readDecision } from './decision.ts';
import type { StoredSession } from './journal-store.ts';
import { corrupt, type RecordCodec, type SessionStart } from './records.ts';

/** A session as it was stored, decoded. */
export type ReadSession = {
  stamp: Stamp;
  entries: JournalEntry[];
  start?: SessionStart;
  result?: RunResult<Json>;
};

/**
 * What is stored of a session; undefined for one that has not begun.
 *
 * @throws JournalError `corrupt_journal` or `newer_format`
 */
export async function readSession(
  sessionId: string,
  { records, recordCount, result }: StoredSession,
  codec: RecordCodec,
): Promise<ReadSession | undefined> {
  const [first, ...rest] = records;
  if (!first) {
    if (result || recordCount > 0) throw corrupt(sessionId, '0 the header', 'it is missing');
    return undefined;
  }
  const { stamp, start } = await codec.readHeader(first);
  const entries: JournalEntry[] = [];
  for (const [index, record] of rest.entries()) {
    entries.push(await codec.readEntry(record, index + 1));
  }
  if (records.length !== recordCount) {
    const what = `the store has ${records.length} records, and ${recordCount} were stored`;
    throw corrupt(sessionId, `${Math.min(recordCount, records.length)}`, what);
  }
  const session = { stamp, entries, ...(start ? { start } : {}) };
  if (!result) return session;
  const read = (await codec.readResult(records.length, result)) as RunResult<Json>;
  return { ...session, result: read };
}

/**
 * The decisions that somebody has signalled, of those that are asked for.
 *
 * @throws JournalError `not_stored` when the store does not answer
 */
export async function readSignals(
  store: RuntimeStore,
  sessionId: string,
  asks: readonly Pending[],
): Promise<[string, ApprovalAnswer][]> {
  const signals = await store.signals(sessionId).catch((cause: unknown) => {
    const message = `The store does not say what was decided in session ${sessionId}`;
    throw new JournalError('not_stored', asks[0]!.key, message, cause);
  });
  const given = asks.filter(({ key }) => signals.has(key));
  return given.map(({ key }) => [key, readDecision(signals.get(key)!)]);
}

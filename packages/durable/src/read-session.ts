import {
  type ApprovalAnswer,
  type ForkOrigin,
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
import { corrupt, type RecordCodec } from './records.ts';

/** A session as it was stored, decoded. */
export type ReadSession = {
  stamp: Stamp;
  /** How many of the first entries come from the session that it starts from, once they are all stored. */
  seeds: number;
  entries: JournalEntry[];
  forkOf?: ForkOrigin;
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
  const { stamp, seeds, forkOf } = await codec.readHeader(first);
  const entries: JournalEntry[] = [];
  for (const [index, record] of rest.entries()) {
    entries.push(await codec.readEntry(record, index + 1));
  }
  if (records.length !== recordCount) {
    const what = `the store has ${records.length} records, and ${recordCount} were stored`;
    throw corrupt(sessionId, `${Math.min(recordCount, records.length)}`, what);
  }
  const session = { stamp, seeds, entries, ...(forkOf ? { forkOf } : {}) };
  if (!result) return session;
  const read = (await codec.readResult(records.length, result)) as RunResult<Json>;
  return { ...session, result: read };
}

/** A fork stays the fork that it was begun as; it need not be named again. */
export function checkFork(stored: ForkOrigin | undefined, asked: ForkOrigin | undefined): void {
  if (!asked || (stored?.sessionId === asked.sessionId && stored.seq === asked.seq)) return;
  const was = stored ? `as a fork of ${stored.sessionId} at event ${stored.seq}` : 'as no fork';
  const message = `The session was started ${was}, not of ${asked.sessionId} at event ${asked.seq}`;
  throw new JournalError('stamp_mismatch', 'startFrom', message);
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

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
import type { StoredSession } from './journal-store.ts';
import { corrupt, type RecordCodec } from './records.ts';

/** A session as it was stored, decoded. */
export type ReadSession = {
  stamp: Stamp;
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
  { records, result }: StoredSession,
  codec: RecordCodec,
): Promise<ReadSession | undefined> {
  const [first, ...rest] = records;
  if (!first) {
    if (result) throw corrupt(sessionId, '0 the header', 'it is missing before the result');
    return undefined;
  }
  const { stamp, forkOf } = await codec.readHeader(first);
  const entries: JournalEntry[] = [];
  for (const [index, record] of rest.entries()) {
    entries.push(await codec.readEntry(record, index + 1));
  }
  if (!result) return { stamp, entries, ...(forkOf ? { forkOf } : {}) };
  const read = (await codec.readResult(records.length, result)) as RunResult<Json>;
  return { stamp, entries, ...(forkOf ? { forkOf } : {}), result: read };
}

/** A fork stays the fork that it was begun as; it need not be named again. */
export function checkFork(stored: ForkOrigin | undefined, asked: ForkOrigin | undefined): void {
  if (!asked || (stored?.sessionId === asked.sessionId && stored.seq === asked.seq)) return;
  const was = stored ? `as a fork of ${stored.sessionId} at event ${stored.seq}` : 'as no fork';
  const message = `The session was started ${was}, not of ${asked.sessionId} at event ${asked.seq}`;
  throw new JournalError('stamp_mismatch', 'forkOf', message);
}

/**
 * The decisions that somebody has signalled, of those that are asked for.
 *
 * @throws JournalError `corrupt_journal` for one that is no decision, `not_stored` when the store does not answer
 */
export async function readSignals(
  store: RuntimeStore,
  sessionId: string,
  asks: readonly Pending[],
): Promise<[string, boolean | ApprovalAnswer][]> {
  const signals = await store.signals(sessionId).catch((cause: unknown) => {
    const message = `The store does not say what was decided in session ${sessionId}`;
    throw new JournalError('not_stored', asks[0]!.key, message, cause);
  });
  const given = asks.filter(({ key }) => signals.has(key));
  return given.map(({ key }) => [key, readDecision(sessionId, key, signals.get(key)!)]);
}

function readDecision(sessionId: string, key: string, text: string): boolean | ApprovalAnswer {
  const decision = parse(text);
  const approved = Object(decision).approved ?? decision;
  if (typeof approved === 'boolean') return decision as boolean | ApprovalAnswer;
  const what = 'it is neither true nor false nor { approved: true or false, note }';
  throw corrupt(sessionId, `signal ${key}`, what);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

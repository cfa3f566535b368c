import type { SessionSummary, StoredRecord, StoredSession } from '../journal-store.ts';
import { readKeys } from '../waiting-for.ts';

/** A record as a value of the hash of records; its key is the field. */
export function writeRecord({ ord, checksum, text }: StoredRecord): string {
  return JSON.stringify([ord, checksum, text]);
}

/** A session, of its count, its result or null, and the fields and values of its records in any order. */
export function readSession([count, text, checksum, records]: readonly unknown[]): StoredSession {
  const sorted = readPairs(records)
    .map(([key, stored]) => readRecord(key, stored))
    .sort((left, right) => left.ord - right.ord);
  const hasResult = typeof text === 'string';
  return {
    records: sorted,
    recordCount: Number(count ?? 0),
    ...(hasResult ? { result: { text, checksum: String(checksum ?? '') } } : {}),
  };
}

/** A hash as a script gives it: a list of fields, each with its value behind it. */
export function readPairs(flat: unknown): [string, string][] {
  const texts = flat as string[];
  return Array.from({ length: texts.length / 2 }, (_, index) => [
    texts[2 * index]!,
    texts[2 * index + 1]!,
  ]);
}

export function readSummary(
  sessionId: string,
  [isFinished, records, changedAt, waiting]: readonly unknown[],
): SessionSummary {
  const waitingFor = readKeys(waiting);
  const isWaiting = waitingFor.length > 0;
  return {
    sessionId,
    status: Number(isFinished) === 1 ? 'finished' : isWaiting ? 'waiting' : 'open',
    records: Number(records),
    ...(isWaiting ? { waitingFor } : {}),
    changedAt: Number(changedAt),
  };
}

/** What cannot be read becomes a record whose checksum is wrong, so that the session says it is corrupt. */
function readRecord(key: string, stored: string): StoredRecord {
  try {
    const [ord, checksum, text] = JSON.parse(stored) as unknown[];
    if (typeof ord === 'number' && typeof checksum === 'string' && typeof text === 'string') {
      return { ord, key, text, checksum };
    }
  } catch {
    // Not what writeRecord wrote.
  }
  return { ord: -1, key, text: stored, checksum: '' };
}

import type { JournalStore, StoredRecord, StoredResult } from '../journal-store.ts';

/** A lease that no case outlives. */
export const longLeaseMs = 3_600_000;

/** Rejects a case whose store did something else. Both values are compared as JSON. */
export function demand(what: string, seen: unknown, wanted: unknown): void {
  const [was, should] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (was !== should) throw new Error(`${what}: wanted ${excerpt(should)}, saw ${excerpt(was)}`);
}

export function recordOf(ord: number, key = `step ${ord}`, text = `text ${ord}`): StoredRecord {
  return { ord, key, text, checksum: `sum of ${ord}` };
}

export const resultOf = (text: string): StoredResult => ({ text, checksum: `sum of ${text}` });

/** Claims a session that must be free. */
export async function take(store: JournalStore, sessionId: string, ttlMs = longLeaseMs) {
  const claim = await store.claim(sessionId, { ttlMs });
  if (claim.kind === 'claimed') return claim;
  throw new Error(
    `A claim of ${sessionId}, which is open and free: wanted claimed, saw ${claim.kind}`,
  );
}

/** Stores records that must be taken. */
export async function fill(store: JournalStore, sessionId: string, epoch: number, count: number) {
  for (let ord = 0; ord < count; ord += 1) {
    demand(`Record ${ord}`, await store.append(sessionId, epoch, recordOf(ord)), 'ok');
  }
}

/** A finished session with one record, given back. */
export async function finishSession(store: JournalStore, sessionId: string, keepMs: number) {
  const { epoch } = await take(store, sessionId);
  await fill(store, sessionId, epoch, 1);
  const stored = await store.finish(sessionId, epoch, resultOf('done'), { keepMs });
  demand('The end of a session', stored, 'ok');
  await store.release(sessionId, epoch);
}

/** Demands the records and the result of a session, or that there is none. */
export async function demandStored(
  store: JournalStore,
  sessionId: string,
  wanted: { records: readonly StoredRecord[]; result?: StoredResult } | undefined,
): Promise<void> {
  const seen = await store.load(sessionId);
  demand(`What is stored of ${sessionId}`, seen && plain(seen), wanted && plain(wanted));
  demand(`The record count of ${sessionId}`, seen?.recordCount, wanted?.records.length);
}

/** A session with its fields in one order, so that it can be compared. */
export function plain(session: { records: readonly StoredRecord[]; result?: StoredResult }) {
  return {
    records: session.records.map(({ ord, key, text, checksum }) => [ord, key, text, checksum]),
    result: session.result && [session.result.text, session.result.checksum],
  };
}

/** How many of a list are `wanted`. */
export function count<Value>(values: readonly Value[], wanted: Value): number {
  return values.filter((value) => value === wanted).length;
}

function excerpt(json: string | undefined): string {
  if (json === undefined) return 'nothing';
  return json.length <= 300 ? json : `${json.slice(0, 300)}… (${json.length} characters)`;
}

import { JournalError, type JournalRecord } from '@loopwright/agent-run';
import { digest, toJson } from '@loopwright/core-parser';
import type { Holding } from './hold-session.ts';
import type { ReadSession } from './read-session.ts';
import { corrupt, headerKey } from './records.ts';
import type { SessionWriter } from './session-writer.ts';

/**
 * Stores the header of a new session: with where it starts, if that is another one, so that no process that dies in between
 * leaves decisions of the other one behind.
 */
export async function beginSession(
  { records, stamp, startFrom }: Holding,
  writer: SessionWriter,
): Promise<ReadSession> {
  if (!startFrom) {
    await writer.header({ stamp });
    return { stamp: stamp.value, entries: [] };
  }
  const { entries, answers, forkOf } = startFrom;
  const first = startFrom.stamp ? await records.encode(headerKey, startFrom.stamp) : stamp;
  const taken = await records.encode(headerKey, { answers, ...(forkOf ? { forkOf } : {}) });
  const start = { seeds: entries.length, digest: digestOf(startFrom) };
  await writer.header({ stamp: first, start: { ...start, taken } });
  return { stamp: first.value, entries: [], start: { ...start, ...taken.value } };
}

/**
 * A session stays what it was begun as: what it starts from need not be given again, but what is given must be the same.
 *
 * @throws JournalError `stamp_mismatch`
 */
export function checkStart({ sessionId, startFrom }: Holding, { start }: ReadSession): void {
  if (!startFrom || start?.digest === digestOf(startFrom)) return;
  const message = `Session ${sessionId} was begun ${start ? 'from something else' : 'from nothing'}, not from this startFrom; leave it out to go on`;
  throw new JournalError('stamp_mismatch', 'startFrom', message);
}

/**
 * Stores the entries that a session takes over and that are not stored yet. A process that dies between them leaves the rest
 * to the next, which must be given the same.
 *
 * @throws JournalError `corrupt_journal` when some are missing and nobody gives them
 */
export async function takeOver(
  { sessionId, records, startFrom }: Holding,
  { start, entries }: ReadSession,
  writer: SessionWriter,
): Promise<void> {
  const { seeds } = start ?? { seeds: 0 };
  if (entries.length >= seeds) return;
  if (!startFrom) {
    const what = 'what the session starts from was not stored whole; give startFrom again';
    throw corrupt(sessionId, `${entries.length + 1}`, what);
  }
  for (const { key, value, inputDigest } of startFrom.entries.slice(entries.length)) {
    const coded = await records.encode(key, JSON.parse(value));
    const input = inputDigest === undefined ? undefined : await records.encode(key, inputDigest);
    await writer.entry(key, coded.text, input?.text);
    entries.push({
      key,
      value: JSON.stringify(coded.value),
      ...(input ? { inputDigest: input.value } : {}),
    });
  }
}

function digestOf({ stamp, entries, answers, forkOf }: JournalRecord): string {
  return digest(toJson({ stamp, entries, answers, forkOf }));
}

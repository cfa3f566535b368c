import {
  type ForkOrigin,
  type JournalEntry,
  JournalError,
  type Stamp,
} from '@loopwright/agent-run';
import { digestText } from '@loopwright/core-parser';
import type { Codec } from './codec.ts';
import type { StoredRecord, StoredResult } from './journal-store.ts';

/** The format that this version writes. It reads older ones, and refuses newer ones without touching them. */
export const journalFormat = 1;

/** The key of the header: no step has a key with a space. */
export const headerKey = 'the header';

/** What a session begins with. */
export type Header = { format: number; stamp: Stamp; forkOf?: ForkOrigin };

/** Writes the records of one session, and reads what it or an earlier process wrote. */
export type RecordCodec = {
  write(ord: number, key: string, value: unknown): Promise<StoredRecord>;
  writeResult(value: unknown): Promise<StoredResult>;
  readHeader(record: StoredRecord): Promise<Header>;
  readEntry(record: StoredRecord, ord: number): Promise<JournalEntry>;
  readResult(result: StoredResult): Promise<unknown>;
  /** A value as it will be read back. */
  storedForm(value: unknown): Promise<unknown>;
};

export function createRecordCodec(sessionId: string, codec: Codec): RecordCodec {
  const checksumOf = (place: string, text: string) =>
    digestText(JSON.stringify([sessionId, place, text]));
  const placeOf = ({ ord, key }: Pick<StoredRecord, 'ord' | 'key'>) => `${ord} ${key}`;
  const read = async (place: string, { text, checksum }: StoredResult): Promise<unknown> => {
    if (checksumOf(place, text) !== checksum)
      throw corrupt(sessionId, place, 'its checksum is wrong');
    try {
      return JSON.parse(await codec.decode(text));
    } catch (cause) {
      throw corrupt(sessionId, place, 'it cannot be decoded', cause);
    }
  };
  return {
    async write(ord, key, value) {
      const text = await codec.encode(JSON.stringify(value));
      return { ord, key, text, checksum: checksumOf(placeOf({ ord, key }), text) };
    },
    async writeResult(value) {
      const text = await codec.encode(JSON.stringify(value));
      return { text, checksum: checksumOf('the result', text) };
    },
    async readHeader(record) {
      const header = (await read(placeOf(record), record)) as Header;
      const isFirst = record.ord === 0 && record.key === headerKey;
      if (!isFirst) throw corrupt(sessionId, placeOf(record), 'the header is missing');
      if (header.format <= journalFormat) return header;
      throw new JournalError(
        'newer_format',
        sessionId,
        `Session ${sessionId} is stored in format ${header.format}; this version reads up to ${journalFormat}. Nothing was changed`,
      );
    },
    async readEntry(record, ord) {
      const place = placeOf(record);
      if (record.ord !== ord) throw corrupt(sessionId, place, `record ${ord} is missing`);
      const entry = (await read(place, record)) as JournalEntry;
      if (entry.key === record.key && typeof entry.value === 'string') return entry;
      throw corrupt(sessionId, place, 'it is no step of this key');
    },
    readResult: (result) => read('the result', result),
    storedForm: async (value) =>
      JSON.parse(await codec.decode(await codec.encode(JSON.stringify(value ?? null)))),
  };
}

/** A record that cannot be trusted ends its own session and no other; nothing is skipped. */
function corrupt(sessionId: string, place: string, what: string, cause?: unknown): JournalError {
  return new JournalError(
    'corrupt_journal',
    place,
    `The record ${place} of session ${sessionId} is corrupt: ${what}`,
    cause,
  );
}

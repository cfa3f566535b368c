import {
  type ApprovalAnswer,
  type ForkOrigin,
  isJournalError,
  type JournalEntry,
  JournalError,
  type Stamp,
} from '@loopwright/agent-run';
import { digestText } from '@loopwright/core-parser';
import { within } from './bounded-store.ts';
import { type Codec, plainCodec } from './codec.ts';
import { journalDefaults } from './defaults.ts';
import type { StoredRecord, StoredResult } from './journal-store.ts';

/** The format that this version writes. It reads older ones, and refuses newer ones without touching them. */
export const journalFormat = 1;

/** The key of the header: no step has a key with a space. */
export const headerKey = 'the header';

/** What a session begins with. */
export type NewHeader = {
  stamp: Coded<Stamp>;
  start?: { seeds: number; digest: string; taken: Coded<TakenOver> } | undefined;
};

/** Where a session starts that does not start from nothing. */
export type SessionStart = TakenOver & {
  /** How many of the first entries it takes over. */
  seeds: number;
  /** Of everything that it takes over, before the codec. */
  digest: string;
};

/** What it takes over beside entries. */
type TakenOver = { answers: Record<string, ApprovalAnswer>; forkOf?: ForkOrigin };

type Header = { stamp: Stamp; start?: SessionStart };

/** A value that the codec has encoded, and what a replay will read in its place. */
export type Coded<Value> = { readonly text: string; readonly value: Value };

/** The text of a record. The codec sees values and digests, never the names around them. */
type Parts = {
  format?: number;
  codec?: string;
  seeds?: number;
  digest?: string;
  value: string;
  extra?: string;
};

/** Writes the records of one session, and reads what it or an earlier process wrote. */
export type RecordCodec = {
  /** Whether texts are stored as they are, so that nothing need be encoded. */
  readonly isPlain: boolean;
  /** @throws JournalError `not_stored` when the codec fails. */
  encode<Value>(key: string, value: Value): Promise<Coded<Value>>;
  /** @throws JournalError `corrupt_journal` for what the codec cannot decode. */
  decode(place: string, text: string): Promise<unknown>;
  writeHeader(header: NewHeader): StoredRecord;
  writeEntry(ord: number, key: string, value: string, inputDigest?: string): StoredRecord;
  /** `ord` is the number of records that the result belongs to. */
  writeResult(ord: number, value: unknown): Promise<StoredResult>;
  readHeader(record: StoredRecord): Promise<Header>;
  readEntry(record: StoredRecord, ord: number): Promise<JournalEntry>;
  readResult(ord: number, result: StoredResult): Promise<unknown>;
};

/** @param timeoutMs How long the codec may take for one text: a run must end whatever it does. */
export function createRecordCodec(
  sessionId: string,
  codec: Codec,
  timeoutMs: number = journalDefaults.ttlMs,
): RecordCodec {
  const inTime = (work: () => string | Promise<string>) =>
    within(timeoutMs, 'The codec', async () => work());
  const checksumOf = (place: string, text: string) =>
    // Lengths keep the parts apart, and cost less than to quote a text that is quoted already.
    digestText(`${sessionId.length} ${place.length} ${sessionId}${place}${text}`);
  const placeOf = ({ ord, key }: Pick<StoredRecord, 'ord' | 'key'>) => `${ord} ${key}`;

  const encode = async <Value>(key: string, given: Value): Promise<Coded<Value>> => {
    const plain = JSON.stringify(given ?? null);
    try {
      const text: unknown = await inTime(() => codec.encode(plain));
      if (typeof text !== 'string') throw new TypeError('encode must give a text');
      return { text, value: JSON.parse(await inTime(() => codec.decode(text))) };
    } catch (cause) {
      throw new JournalError('not_stored', key, `The codec failed on the step ${key}`, cause);
    }
  };
  const seal = (ord: number, key: string, parts: Parts): StoredRecord => {
    const text = JSON.stringify(parts);
    return { ord, key, text, checksum: checksumOf(placeOf({ ord, key }), text) };
  };
  const unseal = (place: string, { text, checksum }: StoredResult): Parts => {
    if (checksumOf(place, text) !== checksum)
      throw corrupt(sessionId, place, 'its checksum is wrong');
    return JSON.parse(text) as Parts;
  };
  const decode = async (place: string, text: string): Promise<unknown> => {
    try {
      return JSON.parse(await inTime(() => codec.decode(text)));
    } catch (cause) {
      if (isJournalError(cause)) throw cause;
      throw corrupt(sessionId, place, 'it cannot be decoded', cause);
    }
  };

  return {
    isPlain: codec === plainCodec,
    encode,
    decode,
    writeHeader({ stamp, start }) {
      const parts = { format: journalFormat, codec: codec.id, value: stamp.text };
      if (!start) return seal(0, headerKey, parts);
      const { seeds, digest, taken } = start;
      return seal(0, headerKey, { ...parts, seeds, digest, extra: taken.text });
    },
    writeEntry: (ord, key, value, extra) =>
      seal(ord, key, extra === undefined ? { value } : { value, extra }),
    async writeResult(ord, value) {
      const { text } = await encode('the result', value);
      return { text, checksum: checksumOf(`${ord} the result`, text) };
    },
    async readHeader(record) {
      const place = placeOf(record);
      // Before anything else: a newer version may also have other checksums.
      checkFormat(sessionId, formatOf(record.text));
      const parts = unseal(place, record);
      const { format, codec: storedBy, seeds = 0, digest = '', value, extra } = parts;
      if (typeof format !== 'number') throw corrupt(sessionId, place, 'it is no header');
      checkCodec(sessionId, storedBy ?? '', codec.id);
      return {
        stamp: (await decode(place, value)) as Stamp,
        ...(extra
          ? { start: { seeds, digest, ...((await decode(place, extra)) as TakenOver) } }
          : {}),
      };
    },
    async readEntry(record, ord) {
      const place = placeOf(record);
      if (record.ord !== ord) throw corrupt(sessionId, place, `record ${ord} is missing before it`);
      const { value, extra } = unseal(place, record);
      return {
        key: record.key,
        value: JSON.stringify(await decode(place, value)),
        ...(extra ? { inputDigest: (await decode(place, extra)) as string } : {}),
      };
    },
    async readResult(ord, result) {
      const place = `${ord} the result`;
      if (checksumOf(place, result.text) !== result.checksum)
        throw corrupt(sessionId, place, 'its checksum is wrong, or records before it are missing');
      return decode(place, result.text);
    },
  };
}

/** @throws JournalError `newer_format` */
export function checkFormat(sessionId: string, format: number): void {
  if (format <= journalFormat) return;
  throw new JournalError(
    'newer_format',
    sessionId,
    `Session ${sessionId} is stored in format ${format}; this version reads up to ${journalFormat}. Nothing was changed`,
  );
}

function formatOf(text: string): number {
  try {
    return Number(JSON.parse(text).format) || 0;
  } catch {
    return 0;
  }
}

/** @throws JournalError `stamp_mismatch` unless the codec is the one that began the session. */
export function checkCodec(sessionId: string, storedBy: string, given: string): void {
  if (storedBy === given) return;
  const message = `Session ${sessionId} was stored by the codec ${storedBy}, not ${given}; run it with that codec`;
  throw new JournalError('stamp_mismatch', 'codec', message);
}

/** A record that cannot be trusted ends its own session and no other; nothing is skipped. */
export function corrupt(
  sessionId: string,
  place: string,
  what: string,
  cause?: unknown,
): JournalError {
  return new JournalError(
    'corrupt_journal',
    place,
    `The record ${place} of session ${sessionId} is corrupt: ${what}`,
    cause,
  );
}

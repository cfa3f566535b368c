import { JournalError, type RuntimeStep, type Stamp } from '@loopwright/agent-run';
import type { Codec } from '../codec.ts';
import {
  checkCodec,
  checkFormat,
  createRecordCodec,
  headerKey,
  journalFormat,
} from '../records.ts';

/** What the engine keeps of a session's beginning, and of a step, as JSON. The codec has encoded all but `format` and `codec`. */
type StoredHeader = { format: number; codec: string; stamp: string };
type StoredStep = { value: string; inputDigest?: string };

/** Texts for the journal of the engine, and what a run reads of them, live as on replay. */
export type CodedSteps = {
  /** The stamp as a replay reads it, and the text that a new session begins with. */
  encodeStamp(stamp: Stamp): Promise<{ stamp: Stamp; text: string }>;
  /** @throws JournalError for what a newer version or another codec has stored. */
  decodeStamp(text: string): Promise<Stamp>;
  /** Runs the step. */
  perform(step: RuntimeStep<unknown>): Promise<string>;
  /** @throws JournalError `replay_mismatch` when the step was stored for another input. */
  decode<Value>(step: RuntimeStep<Value>, text: string): Promise<Value>;
};

export function createCodedSteps(sessionId: string, codec: Codec): CodedSteps {
  const { encode, decode } = createRecordCodec(sessionId, codec);

  return {
    async encodeStamp(given) {
      const { text, value } = await encode(headerKey, given);
      const header: StoredHeader = { format: journalFormat, codec: codec.id, stamp: text };
      return { stamp: value, text: JSON.stringify(header) };
    },
    async decodeStamp(text) {
      const header = JSON.parse(text) as StoredHeader;
      checkFormat(sessionId, header.format);
      checkCodec(sessionId, header.codec, codec.id);
      return (await decode(headerKey, header.stamp)) as Stamp;
    },
    async perform({ key, inputDigest, run }) {
      const { text: value } = await encode(key, await run());
      const stored: StoredStep = { value };
      if (inputDigest !== undefined) stored.inputDigest = (await encode(key, inputDigest)).text;
      return JSON.stringify(stored);
    },
    async decode<Value>({ key, inputDigest }: RuntimeStep<Value>, text: string) {
      const stored = JSON.parse(text) as StoredStep;
      if (stored.inputDigest !== undefined && inputDigest !== undefined) {
        const { value: given } = await encode(key, inputDigest);
        if ((await decode(key, stored.inputDigest)) !== given) {
          const message = `The step ${key} was stored for another input`;
          throw new JournalError('replay_mismatch', key, message);
        }
      }
      return (await decode(key, stored.value)) as Value;
    },
  };
}

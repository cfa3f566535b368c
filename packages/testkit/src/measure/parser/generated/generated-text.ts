import type { Json, JsonObject, ParseErrorCode } from '@loopwright/core-parser';
import type { Random } from '../../../seeded-random.ts';

/** The one right reading of a generated text. */
export type RightReading =
  | { kind: 'action'; tool: string; args: JsonObject }
  | { kind: 'final'; answer: Json }
  | { kind: 'give_up'; reason: string; partial: string }
  | { kind: 'parse_error'; code: ParseErrorCode };

/** A completion that was made from its meaning. */
export type GeneratedText = {
  text: string;
  right: RightReading;
  /** What the caller knows about it: cut off by the token limit. */
  truncated?: boolean;
};

/** One way to write, or to break, a step. */
export type Variation = { name: string; write: (random: Random) => GeneratedText };

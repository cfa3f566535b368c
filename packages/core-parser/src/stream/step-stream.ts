import { maxInputChars } from '../defaults.ts';
import { type DetectedStep, type DetectStepOptions, parseStep } from '../step/parse-step.ts';
import { createReasoningFilter } from './reasoning-filter.ts';
import type { StepDelta } from './step-delta.ts';
import { createStreamDisplay } from './stream-display.ts';

/** Reads one reply that comes in pieces. */
export type StepStream = {
  /**
   * Takes the next piece, and gives what can be shown of it. Held back are labels, calls, reasoning, whatever may become
   * one of them, and answers behind a call. However the reply is cut into pieces, the deltas add up to the same text.
   */
  push(piece: string): StepDelta[];
  /**
   * The reply has begun a line `Observation:`. What follows does not count, so the request can be stopped here to save its
   * tokens; `end` then reads what has come.
   */
  readonly observationBegun: boolean;
  /** Reads the reply: always the step that `parseStep` reads from the whole text. */
  end(options?: { truncated?: boolean | undefined }): DetectedStep;
};

/** Creates a reader for one reply. The options are those of {@link parseStep}; `end` may add that the reply was cut off. */
export function createStepStream(options: DetectStepOptions = {}): StepStream {
  const pieces: string[] = [];
  let length = 0;
  const display = createStreamDisplay();
  const reasoning = createReasoningFilter();
  let lineFeedIsDue = false;

  /** Line ends as line feeds. A carriage return at the end of a piece waits for its line feed. */
  function withLineFeedsOnly(piece: string): string {
    const text = lineFeedIsDue ? `\r${piece}` : piece;
    lineFeedIsDue = text.endsWith('\r');
    return (lineFeedIsDue ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
  }

  return {
    push(piece) {
      pieces.push(piece);
      length += piece.length;
      return length > maxInputChars ? [] : display.show(reasoning.pass(withLineFeedsOnly(piece)));
    },
    get observationBegun() {
      return display.observationBegun;
    },
    end(endOptions = {}) {
      const truncated = endOptions.truncated ?? options.truncated ?? false;
      return parseStep(pieces.join(''), { ...options, truncated });
    },
  };
}

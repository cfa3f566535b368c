import { maxInputChars } from '../defaults.ts';
import { type DetectedStep, type DetectStepOptions, parseStep } from '../step/parse-step.ts';
import type { StepDelta } from './step-delta.ts';
import { createStreamDisplay } from './stream-display.ts';

/** Reads one reply that comes in pieces. */
export type StepStream = {
  /**
   * Takes the next piece, and gives what can be shown of it. Held back are labels, calls, reasoning, whatever may become
   * one of them, and answers behind a call. From the first brace, bracket or tag in a line of a thought on, nothing of the
   * line is shown before it is complete and holds no call, and nothing of a fence before it is closed; behind what may be a
   * call nothing more is shown. However the reply is cut into pieces, the deltas add up to the same text.
   */
  push(piece: string): StepDelta[];
  /**
   * The reply has begun a line `Observation:` that ends the step. What follows does not count, so the request can be stopped
   * here to save its tokens; `end` then reads what has come. That is so unless a reasoning block that the prompt has opened is
   * closed later: then all that has come was reasoning. False where a call may be open whose arguments hold such a line,
   * and behind a closing tag of reasoning that the reply has not opened.
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
      return length > maxInputChars ? [] : display.show(withLineFeedsOnly(piece));
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

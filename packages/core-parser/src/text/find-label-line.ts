import { endOfLine } from './lines.ts';
import { readLabel } from './read-label.ts';
import type { StepLabel } from './step-labels.ts';

/** Where the first line between `start` and `end` with exactly such a label begins, else `end`. */
export function findLabelLine(
  text: string,
  start: number,
  end: number,
  matches: (label: StepLabel) => boolean,
): number {
  let lineStart = start;
  // Searched by hand, as indexOf would look beyond `end` each time.
  while (lineStart > 0 && lineStart < end && text[lineStart - 1] !== '\n') lineStart += 1;
  while (lineStart < end) {
    const lineEnd = endOfLine(text, lineStart);
    const label = readLabel(text, lineStart, Math.min(lineEnd, end));
    if (label !== undefined && !label.isNear && matches(label.label)) return lineStart;
    lineStart = lineEnd + 1;
  }
  return end;
}

import { skipBlanks } from './blank.ts';
import { endOfLine } from './lines.ts';

/** A line that opens or closes a fenced block. */
export type FenceLine = {
  /** The number of backticks. */
  length: number;
  /** What stands after the backticks; only a line without it closes a block. */
  info: string;
};

/** Reads a line of three or more backticks. A line with further backticks is inline code, as in CommonMark. */
export function readFence(text: string, start: number, end: number): FenceLine | undefined {
  const fenceStart = skipBlanks(text, start, end);
  let position = fenceStart;
  while (position < end && text[position] === '`') position += 1;
  const length = position - fenceStart;
  if (length < 3) return undefined;
  const info = text.slice(position, end).trim();
  return info.includes('`') ? undefined : { length, info };
}

/** True when the line closes the block that the other line opened. */
export function closesFence(line: FenceLine, opening: FenceLine): boolean {
  return line.info === '' && line.length >= opening.length;
}

/** Where the object begins in the first fenced block that holds one and nothing before it. */
export function findFencedObject(text: string, start: number, end: number): number | undefined {
  let open: FenceLine | undefined;
  let isEmpty = true;
  let lineStart = start;
  while (lineStart < end) {
    const lineEnd = Math.min(endOfLine(text, lineStart), end);
    const fence = readFence(text, lineStart, lineEnd);
    if (open === undefined) {
      open = fence;
      isEmpty = true;
    } else if (fence !== undefined && closesFence(fence, open)) {
      open = undefined;
    } else if (isEmpty) {
      const content = text.slice(lineStart, lineEnd).trimStart();
      if (content.startsWith('{')) return lineEnd - content.length;
      isEmpty = content === '';
    }
    lineStart = lineEnd + 1;
  }
  return undefined;
}

/** Where the text goes on after a closing fence that stands first in it, else `start`. */
export function skipClosingFence(text: string, start: number, end: number): number {
  let lineStart = start;
  while (lineStart < end && /\s/.test(text[lineStart]!)) lineStart += 1;
  const lineEnd = Math.min(endOfLine(text, lineStart), end);
  const fence = readFence(text, lineStart, lineEnd);
  return fence?.info === '' ? lineEnd : start;
}

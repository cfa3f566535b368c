import type { Span } from '../json/json-cursor.ts';
import { readFence } from './fence.ts';
import { endOfLine } from './lines.ts';

/** The first line of a part of a text that is neither blank nor a fence. */
export function firstLineOf(text: string, { start, end }: Span): string {
  let lineStart = start;
  while (lineStart < end) {
    const lineEnd = Math.min(endOfLine(text, lineStart), end);
    const line = text.slice(lineStart, lineEnd).trim();
    if (line !== '' && readFence(line, 0, line.length) === undefined) return line;
    lineStart = lineEnd + 1;
  }
  return '';
}

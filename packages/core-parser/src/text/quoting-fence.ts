import { closesFence, type FenceLine, readFence } from './fence.ts';
import { endOfLine } from './lines.ts';

/** Where the fence begins that is open at a place in the text, and the line that opened it; undefined outside of fences. */
type OpenFence = { start: number; line: FenceLine };

/**
 * True when a part of the text stands in a fence that is closed before `limit`, with text before the fence and behind it: as
 * one quotes. `isText` tells text before the fence from what belongs to a step.
 */
export function isQuotedInFence(
  text: string,
  part: { start: number; end: number },
  limit: number,
  isText: (before: string) => boolean,
): boolean {
  const fence = openFenceAt(text, part.start);
  if (fence === undefined || !isText(text.slice(0, fence.start))) return false;
  let lineStart = endOfLine(text, part.end) + 1;
  const isClosing = (start: number, end: number): boolean => {
    const line = readFence(text, start, end);
    return line !== undefined && closesFence(line, fence.line);
  };
  while (lineStart < limit) {
    const lineEnd = endOfLine(text, lineStart);
    if (isClosing(lineStart, lineEnd)) return text.slice(lineEnd, limit).trim() !== '';
    lineStart = lineEnd + 1;
  }
  return false;
}

function openFenceAt(text: string, position: number): OpenFence | undefined {
  let open: OpenFence | undefined;
  let lineStart = 0;
  while (lineStart < position) {
    const lineEnd = endOfLine(text, lineStart);
    const line = readFence(text, lineStart, lineEnd);
    if (open === undefined) open = line && { start: lineStart, line };
    else if (line !== undefined && closesFence(line, open.line)) open = undefined;
    lineStart = lineEnd + 1;
  }
  return open;
}

import { endOfQuotedLine } from '../text/quoted-line.ts';

/**
 * Where the first match of a global pattern at or behind `start` stands, or -1. A marker in `inline code`, or in
 * a line that begins with `>`, is quotation. Most texts do not hold the character that every match begins
 * with, and that is known at once.
 */
export function findMarker(
  text: string,
  firstCharacter: '<' | '[',
  pattern: RegExp,
  start: number,
): number {
  if (!text.includes(firstCharacter, start)) return -1;
  pattern.lastIndex = start;
  for (;;) {
    const match = pattern.exec(text);
    if (match === null) return -1;
    if (isInlineCode(text, match.index)) continue;
    const quotedEnd = endOfQuotedLine(text, match.index);
    if (quotedEnd === undefined) return match.index;
    pattern.lastIndex = quotedEnd;
  }
}

/** True behind a single backtick; three of them are a fence. */
export function isInlineCode(text: string, start: number): boolean {
  return text[start - 1] === '`' && text[start - 2] !== '`';
}

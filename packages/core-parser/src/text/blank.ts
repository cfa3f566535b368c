/**
 * True for white space other than line breaks, and for characters that nobody sees, such as a byte order mark or a zero
 * width space. Such a character in front of a label does not hide the label.
 */
export function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || code === 0x09;
  const character = String.fromCharCode(code);
  return !lineBreaks.includes(character) && /[\s\p{Cf}]/u.test(character);
}

/**
 * Whatever some reader takes for the end of a line: the ASCII line breaks and separators, NEL, and the line and paragraph
 * separators of Unicode.
 */
const lineBreaks = '\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029';

const lineBreakPattern = new RegExp(`[${lineBreaks}]`, 'g');

/** Where each line ends, by the widest reading of what a line is. The last line ends with the text. */
export function* lineEnds(text: string): Generator<number, void> {
  for (const { index } of text.matchAll(lineBreakPattern)) yield index;
  yield text.length;
}

/** Where the run of blanks that begins at `start` ends. */
export function skipBlanks(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isBlank(text.charCodeAt(position))) position += 1;
  return position;
}

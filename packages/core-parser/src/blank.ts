/**
 * True for white space other than line breaks, and for characters that nobody sees, such as a byte order mark or a zero
 * width space. Such a character in front of a label does not hide the label.
 */
export function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || code === 0x09;
  return !isLineBreak(code) && /[\s\p{Cf}]/u.test(String.fromCharCode(code));
}

/**
 * True for whatever some reader takes for the end of a line: the ASCII line breaks and separators, NEL, and the line and
 * paragraph separators of Unicode.
 */
export function isLineBreak(code: number): boolean {
  if (code < 0x80) return (code >= 0x0a && code <= 0x0d) || (code >= 0x1c && code <= 0x1e);
  return code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** Where the run of blanks that begins at `start` ends. */
export function skipBlanks(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isBlank(text.charCodeAt(position))) position += 1;
  return position;
}

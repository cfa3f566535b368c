/** Splits a long text into pieces of about this many characters, never inside a character. */
export function cutText(text: string, start: number, size: number): string {
  let end = Math.min(text.length, start + size);
  if (end < text.length && isHigh(text.charCodeAt(end - 1))) end += 1;
  return text.slice(start, end);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

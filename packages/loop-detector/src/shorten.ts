/** The text on one line, cut to `maxChars` UTF-16 code units with an ellipsis, and well formed. For display only. */
export function shorten(text: string, maxChars: number): string {
  const line = text
    .slice(0, 4 * maxChars)
    .replace(/\s+/g, ' ')
    .trim();
  const cut = line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
  return cut.toWellFormed();
}

/**
 * Cuts a text to at most `maxChars` UTF-16 code units, marker included. The marker says how much is shown of how much,
 * and how to see the rest (`hint`). A short text comes back unchanged, but for lone surrogates, which become U+FFFD.
 */
export function capText(
  text: string,
  maxChars: number,
  hint = 'Ask for less to see the rest.',
): string {
  if (text.length <= maxChars) return text.toWellFormed();
  const limit = Math.max(0, Math.floor(maxChars)) || 0;
  // The number of characters shown never has more digits than the total.
  for (const makeMarker of [
    (shown: number) => `\n[cut: ${shown} of ${text.length} characters shown. ${hint}]`,
    (shown: number) => `[cut: ${shown} of ${text.length} characters shown]`,
    (shown: number) => `[cut: ${shown}/${text.length}]`,
  ]) {
    const room = limit - makeMarker(text.length).length;
    if (room < 0) continue;
    const shown = headOf(text, room).toWellFormed();
    return shown + makeMarker(shown.length);
  }
  return '[cut]'.slice(0, limit);
}

/** The longest head of at most `length` code units that does not end inside a surrogate pair. */
function headOf(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const next = text.charCodeAt(length);
  const splitsPair = last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

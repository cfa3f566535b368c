/**
 * What a terminal or a page would obey, hide or reorder by, as `visibleText` knows it, but for line feeds: those between fields
 * stay, and those within a text are escaped by `JSON.stringify`.
 */
const special = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A value as JSON in which what nobody would see stands as an escape, so that it is read as it was and seen for what it is.
 *
 * @param indent Spaces before each level. Default: all in one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(special, escaped);
}

/** Of a character beyond the first plane both halves. */
function escaped(character: string): string {
  return character
    .split('')
    .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

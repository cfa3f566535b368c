/**
 * What a terminal or a drawing would obey, hide or reorder by: control characters (ANSI sequences begin with one), marks that
 * turn the direction of writing, characters of no width, line separators and halves of characters. The joiners stay, which
 * emoji and some scripts need.
 */
const special = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The same text with an escape, such as `\u202e`, for each character that would not be seen for what it is. */
export function visibleText(text: string): string {
  return text.replace(special, (character) => {
    const hex = character.codePointAt(0)!.toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}

/** The first characters of a text in one line, with an ellipsis for the rest. Never cuts a character. */
export function oneLine(text: string, maxChars: number): string {
  // White space may shrink to nothing, so more than is shown is looked at, and never all of a long text.
  const looked = text.slice(0, maxChars * 8);
  const line = visibleText(looked.replace(/\s+/g, ' ').trim());
  const characters = [...line];
  const isWhole = looked.length === text.length && characters.length <= maxChars;
  return isWhole ? line : `${characters.slice(0, maxChars - 1).join('')}…`;
}

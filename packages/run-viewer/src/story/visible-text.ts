/** A piece of a text: shown as it is, as the mark of what was taken out, or as the mark of what nobody would see. */
export type TextPart = { readonly kind: 'text' | 'redacted' | 'hidden'; readonly text: string };

/**
 * What a page, a terminal or a drawing would obey, hide or reorder by: control characters (ANSI sequences begin with one),
 * marks that turn the direction of writing, characters of no width, tag characters, line separators and halves of characters.
 * Ends of lines, tabs and the joiners of emoji and some scripts stay. Beside them what `redactSecrets` and error texts put for
 * a secret.
 */
const special = /\r(?!\n)|(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\[redacted\]/gu;

/** Splits a text so that nothing in it hides or moves what stands around it. Texts without such characters are one part. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(special)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    const isRedacted = found.startsWith('[');
    parts.push(
      isRedacted ? { kind: 'redacted', text: found } : { kind: 'hidden', text: markOf(found) },
    );
    end = index + found.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** The same in one text, with a mark such as `<U+202E>` for each character that would not be seen for what it is. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
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

function markOf(character: string): string {
  return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
}

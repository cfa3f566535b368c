/** A piece of a text: shown as it is, as the mark of what was taken out, or as the name of what nobody would see. */
export type TextPart = { readonly kind: 'text' | 'redacted' | 'hidden'; readonly text: string };

/**
 * Control characters (ANSI sequences begin with one), marks that turn the direction of writing, characters of no width, tag
 * characters, line separators and halves of characters, except ends of lines, tabs and the joiners of emoji and some
 * scripts; and what `redactSecrets` and error texts put for a secret.
 */
const special =
  /\r(?!\n)|(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\[(?:redacted|masked)\]/gu;

/** Splits a text so that nothing in it hides or moves what stands around it. Texts without such characters are one part. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(special)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    const isMark = found.startsWith('[');
    parts.push(
      isMark ? { kind: 'redacted', text: found } : { kind: 'hidden', text: nameOf(found) },
    );
    end = index + found.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** The same in one text, for titles, labels and what is copied. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function nameOf(character: string): string {
  if (character === '\u001b') return 'ESC';
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Splits a long text into pieces of about this many characters, never inside a character. */
export function cutText(text: string, start: number, size: number): string {
  let end = Math.min(text.length, start + size);
  if (end < text.length && isHigh(text.charCodeAt(end - 1))) end += 1;
  return text.slice(start, end);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

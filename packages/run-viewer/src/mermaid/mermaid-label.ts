import { oneLine } from '../story/visible-text.ts';

/** Of one part of a label, in characters. */
const maxPartChars = 80;

/** Between parts. Mermaid wraps long labels by itself. */
const separator = ' · ';

/**
 * Characters that mean nothing to Mermaid wherever they stand in a label. `ß` and `ﬂ` are letters that it uses for marks of
 * its own.
 */
const plain = /^(?![ßﬂ])[\p{L}\p{N} .,()=?!/'-]$/u;

/**
 * The source of a label that is drawn as exactly these parts, each cut to 80 characters: whatever could be syntax, an entity,
 * markup or Markdown stands there by its number. Parts stand in one line: with a line break Mermaid reads a label as
 * markup, and with it once more what was written by number.
 *
 * In its finished drawing Mermaid replaces two marks of its own, however they came there, so of those a letter is spelt out.
 */
export function mermaidLabel(...parts: readonly string[]): string {
  return parts
    .map((part) => withoutMarks(oneLine(part, maxPartChars)))
    .filter((part) => part !== '')
    .map((part) => [...part].map(escaped).join(''))
    .join(separator);
}

function escaped(character: string): string {
  return plain.test(character) ? character : `#${character.codePointAt(0)};`;
}

function withoutMarks(part: string): string {
  return part.replaceAll('ﬂ°', 'fl°').replaceAll('¶ß', '¶ss');
}

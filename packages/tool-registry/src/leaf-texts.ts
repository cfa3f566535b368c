import type { Json } from '@loopwright/core-parser';

/** A shorter value says nothing, and hiding it would tear words apart. */
const minChars = 3;

/**
 * The texts of all strings and numbers in some values, the ones that a message could repeat. Longest first, so that
 * hiding one does not leave a part of another.
 */
export function leafTexts(...values: readonly (Json | undefined)[]): string[] {
  return [...new Set(values.flatMap(textsOf))].sort((a, b) => b.length - a.length);
}

function textsOf(value: Json | undefined): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length >= minChars ? [text] : [];
}

/** Puts `[value]` in place of each of the texts. */
export function hideTexts(message: string, texts: readonly string[]): string {
  let result = message;
  for (const text of texts) result = result.replaceAll(text, '[value]');
  return result;
}

import type { Json } from '@loopwright/core-parser';
import { canonicalJson, digestText, maxJsonChars } from '@loopwright/core-parser';

/** Up to this many UTF-16 code units a text stands for itself: to compare it costs less than to hash it. */
const maxPlainChars = 2_048;

/**
 * What a value of any kind is compared by, circular and huge ones included: at most 2,048 characters, none of them a
 * control character. Shorter canonical JSON stands for itself; no JSON begins with `#` or `$`, which mark the digest of
 * longer JSON and of a longer text, so that no value can pass for another.
 */
export function digestOf(value: unknown): string {
  // A long text can be hashed as it is; as JSON it would first have to be written again.
  if (typeof value === 'string' && value.length > maxPlainChars && value.length <= maxJsonChars) {
    return `$${digestText(value)}`;
  }
  const text = canonicalJson(value as Json);
  return text.length <= maxPlainChars ? text : `#${digestText(text)}`;
}

/** What several values together are compared by: as no digest holds a tab, they stay apart. */
export function digestOfAll(values: readonly unknown[]): string {
  return values.map(digestOf).join('\t');
}

import type { ReferenceRules } from './normalise-references.ts';
import { isNumberId, skipIdCharacters } from './plan-id.ts';
import { skipHashes, splitReferences } from './references.ts';

/** What was written, and the step that it nearly names. */
export type NearReference = { text: string; id: string };

const longestNearReference = 80;

/**
 * Finds what was meant as a reference and is none, so that it is not passed on as text: `#e1` and `# E1` for the step E1, a
 * `$var1` that is not closed, and a text that is a known id in other brackets, such as `{E1}`, `<E1>` or `${E1}`. The text is
 * one that `normaliseReferences` gave.
 */
export function findNearReference(
  text: string,
  rules: NearReferenceRules,
): NearReference | undefined {
  const parts = splitReferences(text);
  const isLiteral = parts.length === 1 && typeof parts[0] === 'string';
  const whole = isLiteral ? findBracketed(text, rules.ids) : undefined;
  if (whole !== undefined) return whole;
  for (const part of parts) {
    const near = typeof part === 'string' ? findInLiteral(part, rules) : undefined;
    if (near !== undefined) return near;
  }
  return undefined;
}

export type NearReferenceRules = ReferenceRules & {
  /** The ids of the steps, by their lower case. */
  idsByLowerCase: ReadonlyMap<string, string>;
};

function findInLiteral(text: string, rules: NearReferenceRules): NearReference | undefined {
  let position = text.indexOf('#');
  while (position !== -1) {
    const near = readNearHash(text, position, rules);
    if (near !== undefined) return near;
    // Behind several hashes nothing is near a reference, as two are how a literal one is written.
    position = text.indexOf('#', skipHashes(text, position));
  }
  return rules.form === 'json_calls' ? findOpenDollar(text, rules.ids) : undefined;
}

function readNearHash(
  text: string,
  hash: number,
  { form, idsByLowerCase }: NearReferenceRules,
): NearReference | undefined {
  const isSpaced = text[hash + 1] === ' ';
  const start = isSpaced ? hash + 2 : hash + 1;
  const end = skipIdCharacters(text, start, Math.min(text.length, start + longestNearReference));
  const written = text.slice(start, end);
  const id = idsByLowerCase.get(written.toLowerCase());
  if (id === undefined) return undefined;
  // Where steps have numbers, `#1` in a longer text has two readings; the other forms have a mark of their own.
  if (isNumberId(id)) {
    return form === 'json' && !isSpaced ? { text: text.slice(hash, end), id } : undefined;
  }
  // A heading may be any word, but hardly E1; and after an escape the literal is the id itself.
  const isNear = isSpaced ? /^E\d+$/.test(id) : written !== id;
  return isNear ? { text: text.slice(hash, end), id } : undefined;
}

function findOpenDollar(text: string, ids: ReadonlySet<string>): NearReference | undefined {
  let position = text.indexOf('$');
  while (position !== -1) {
    const limit = Math.min(text.length, position + longestNearReference);
    const end = skipIdCharacters(text, position + 1, limit);
    const id = text.slice(position + 1, end);
    if (ids.has(id) && !isNumberId(id)) return { text: text.slice(position, end), id };
    position = text.indexOf('$', position + 1);
  }
  return undefined;
}

function findBracketed(text: string, ids: ReadonlySet<string>): NearReference | undefined {
  if (text.length > longestNearReference) return undefined;
  const inner = text.replace(/^[\s{}<>$]+/, '').replace(/[\s{}<>$]+$/, '');
  const end = skipIdCharacters(inner, 0, inner.length);
  const id = inner.slice(0, end);
  const isPathOrEnd = /^(?:$|[.[])/.test(inner.slice(end));
  const isBracketed = inner !== text.trim();
  return isBracketed && ids.has(id) && !isNumberId(id) && isPathOrEnd ? { text, id } : undefined;
}

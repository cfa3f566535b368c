import { isAmountAt, readNumberBehind } from './dollar-number.ts';
import type { ReferenceRules } from './normalise-references.ts';
import { isNumberId, skipIdCharacters } from './plan-id.ts';
import { skipHashes, splitReferences } from './references.ts';

/** What was written, and the step that it nearly names. */
export type NearReference = { text: string; id: string };

const longestNearReference = 80;

/**
 * Finds what was meant as a reference and is none, so that it is not passed on as text: `#e1`, `# E1`, `#E1s`, `<E1>` and `{E1}`
 * for the step E1, a `$var1` that is not closed, a `$1` in JSON for the step 1, a text that is any known id in brackets, and one
 * that is nothing but `E1`, with whatever brackets, sign or path. Where steps are defined without a `#`, a plain `E1` may be one
 * in any text. The text is one that `normaliseReferences` gave.
 */
export function findNearReference(
  text: string,
  rules: NearReferenceRules,
): NearReference | undefined {
  const parts = splitReferences(text);
  const isLiteral = parts.length === 1 && typeof parts[0] === 'string';
  const whole = isLiteral ? findWhole(text, rules.ids) : undefined;
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
  /** A step is defined without a `#`, as in `E1 = search[x]`. */
  isDefinedBare: boolean;
};

const bracketed = /(?:[<{]|\$\{)(E\d{1,9})(?:[.[][^<>{}\n]{0,60})?[>}]/g;
const bare = /(?<![\p{L}\p{N}_#$-])(E\d{1,9})(?![\p{L}\p{N}_])/gu;
/** Nothing but `E1`, in brackets or quotes, behind a sign that may stand apart from it, and with a path. */
const wholeReference =
  /^[\s[({<"'`]*(?:[@#\uFF03] ?E ?|\$?E)(\d{1,9})(?:\.[\p{L}_]\S*|\[\S*)?[\s\])}>"'`]*$/u;
/** A number of a colour, such as `#E1F5FE`. */
const colour = /^(?:[\da-f]{6}|[\da-f]{8})$/i;

function findInLiteral(text: string, rules: NearReferenceRules): NearReference | undefined {
  let position = text.indexOf('#');
  while (position !== -1) {
    const near = readNearHash(text, position, rules);
    if (near !== undefined) return near;
    // Behind several hashes nothing is near a reference, as two are how a literal one is written.
    position = text.indexOf('#', skipHashes(text, position));
  }
  return (
    findMatch(text, bracketed, rules.ids) ??
    (rules.isDefinedBare ? findMatch(text, bare, rules.ids) : undefined) ??
    (rules.form === 'json_calls' ? findOpenDollar(text, rules.ids) : undefined) ??
    (rules.form.startsWith('json') ? findDollarNumber(text, rules.ids) : undefined)
  );
}

function findMatch(
  text: string,
  pattern: RegExp,
  ids: ReadonlySet<string>,
): NearReference | undefined {
  for (const { 0: written, 1: id } of text.matchAll(pattern)) {
    if (ids.has(id!)) return { text: written, id: id! };
  }
  return undefined;
}

/** `$1` is no reference in JSON, but that of another form; as part of an amount it is neither. */
function findDollarNumber(text: string, ids: ReadonlySet<string>): NearReference | undefined {
  let position = text.indexOf('$');
  while (position !== -1) {
    const number = readNumberBehind(text, position + 1);
    const isNear = number !== undefined && ids.has(number.id) && text[position - 1] !== '$';
    if (isNear && !isAmountAt(text, position, number.idEnd)) {
      return { text: text.slice(position, number.end), id: number.id };
    }
    position = text.indexOf('$', position + 1);
  }
  return undefined;
}

function readNearHash(
  text: string,
  hash: number,
  { form, ids, idsByLowerCase }: NearReferenceRules,
): NearReference | undefined {
  const isSpaced = text[hash + 1] === ' ';
  const start = isSpaced ? hash + 2 : hash + 1;
  const end = skipIdCharacters(text, start, Math.min(text.length, start + longestNearReference));
  const written = text.slice(start, end);
  const id = idsByLowerCase.get(written.toLowerCase()) ?? idBefore(written, ids);
  if (id === undefined) return undefined;
  // Where steps have numbers, `#1` in a longer text has two readings; the other forms have a mark of their own.
  if (isNumberId(id)) {
    return form === 'json' && !isSpaced ? { text: text.slice(hash, end), id } : undefined;
  }
  // A heading may be any word, but hardly E1; and after an escape the literal is the id itself.
  const isNear = isSpaced ? /^E\d+$/.test(id) : written !== id;
  return isNear ? { text: text.slice(hash, end), id } : undefined;
}

/** The E1 of `E1s` and `E1_height`. */
function idBefore(written: string, ids: ReadonlySet<string>): string | undefined {
  const id = /^E\d{1,9}(?=[\p{L}_])/u.exec(written)?.[0];
  return id !== undefined && ids.has(id) && !colour.test(written) ? id : undefined;
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

function findWhole(text: string, ids: ReadonlySet<string>): NearReference | undefined {
  if (text.length > longestNearReference) return undefined;
  const [, number] = wholeReference.exec(text) ?? [];
  const id = `E${number}`;
  return ids.has(id) ? { text, id } : findBracketed(text, ids);
}

function findBracketed(text: string, ids: ReadonlySet<string>): NearReference | undefined {
  const inner = text.replace(/^[\s{}<>$]+/, '').replace(/[\s{}<>$]+$/, '');
  const end = skipIdCharacters(inner, 0, inner.length);
  const id = inner.slice(0, end);
  const isPathOrEnd = /^(?:$|[.[])/.test(inner.slice(end));
  const isBracketed = inner !== text.trim();
  return isBracketed && ids.has(id) && !isNumberId(id) && isPathOrEnd ? { text, id } : undefined;
}

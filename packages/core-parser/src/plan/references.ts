import { isNameCharacter, skipIdCharacters } from './plan-id.ts';
import { type ReferencePath, readPath } from './reference-path.ts';

/** A place in an argument where the evidence of a step is to stand. */
export type Reference = {
  /** The step. What stands between `#{` and `}` and is no reference is here as a whole, so that it is known to no plan. */
  id: string;
  path: ReferencePath;
  /** As written. */
  text: string;
  /** The argument is this reference and nothing else: the evidence comes with its type. */
  exact: boolean;
};

/** A reference without its `#`: where it ends, and what it refers to. */
export type ReferenceBody = { id: string; path: ReferencePath; end: number };

/** Longer references are not read as such, so that a text of many beginnings takes linear time. */
const maxReferenceChars = 256;

/**
 * Splits a text into its literal parts and its references (P8). A reference is `#E` and digits, or `#{` id `}` for any id;
 * `#E1` is not in `#E10` or `#E1a`. A path may follow the id: `#E2.items[0].name`, `#{E2["unit price"]}`. Of the `#` in front
 * of what would be a reference, two stand for one that is literal: `##E1` is the text `#E1`. Linear in the text.
 */
export function splitReferences(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let literal = '';
  let chunkStart = 0;
  let position = text.indexOf('#');
  while (position !== -1) {
    const bodyStart = skipHashes(text, position);
    const body = readReferenceBody(text, bodyStart);
    let next = bodyStart;
    if (body !== undefined) {
      const hashes = bodyStart - position;
      literal += text.slice(chunkStart, position) + '#'.repeat(Math.floor(hashes / 2));
      if (hashes % 2 === 1) {
        if (literal !== '') parts.push(literal);
        literal = '';
        next = body.end;
        const { id, path } = body;
        parts.push({ id, path, text: text.slice(bodyStart - 1, body.end), exact: false });
      }
      chunkStart = next;
    }
    position = text.indexOf('#', next);
  }
  literal += text.slice(chunkStart);
  if (literal !== '') parts.push(literal);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') only.exact = true;
  return parts;
}

/** Finds all references in the strings of a value, not in its keys, in the order in which they stand. Never throws. */
export function findReferences(value: unknown): Reference[] {
  const references: Reference[] = [];
  const seen = new Set<object>();
  // A stack of its own, as the value may be nested deeper than calls can be.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') for (const found of referencesIn(next)) references.push(found);
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const members = membersOf(next);
    for (let index = members.length - 1; index >= 0; index -= 1) open.push(members[index]);
  }
  return references;
}

/** Where the run of `#` that begins at `start` ends. */
export function skipHashes(text: string, start: number): number {
  let position = start;
  while (text[position] === '#') position += 1;
  return position;
}

/** Reads what follows the `#` of a reference; undefined when nothing that refers stands there. */
export function readReferenceBody(text: string, start: number): ReferenceBody | undefined {
  const limit = Math.min(text.length, start + maxReferenceChars);
  if (text[start] === '{') return readBraced(text, start + 1, limit);
  if (text[start] !== 'E') return undefined;
  let idEnd = start + 1;
  while (idEnd < limit && text[idEnd]! >= '0' && text[idEnd]! <= '9') idEnd += 1;
  if (idEnd === start + 1 || isNameCharacter(text[idEnd])) return undefined;
  const { path, end, isReadable } = readPath(text, idEnd, limit);
  if (isReadable) return { id: text.slice(start, idEnd), path, end };
  // A bracket that is no path: neither to leave it out nor to pass it on as text would be what was meant.
  const close = text.slice(end, limit).indexOf(']');
  const wholeEnd = end + (close === -1 ? 1 : close + 1);
  return { id: text.slice(start, wholeEnd), path: [], end: wholeEnd };
}

function readBraced(text: string, start: number, limit: number): ReferenceBody | undefined {
  const idEnd = skipIdCharacters(text, start, limit);
  const { path, end, isReadable } = readPath(text, idEnd, limit);
  if (idEnd > start && isReadable && end < limit && text[end] === '}') {
    return { id: text.slice(start, idEnd), path, end: end + 1 };
  }
  const close = text.slice(start, limit).indexOf('}');
  return close === -1
    ? undefined
    : { id: text.slice(start, start + close), path: [], end: start + close + 1 };
}

function referencesIn(text: string): Reference[] {
  return text.includes('#') ? splitReferences(text).filter((part) => typeof part !== 'string') : [];
}

function membersOf(value: object): unknown[] {
  try {
    return Object.values(value);
  } catch {
    // A getter or a proxy trap threw: nothing in it can be referred to.
    return [];
  }
}

import type { PlanForm } from './plan-form.ts';
import { isNumberId, skipIdCharacters } from './plan-id.ts';
import { type ReferencePath, readPath, writePath } from './reference-path.ts';
import { readReferenceBody, skipHashes } from './references.ts';

/** What decides whether something in a text of a plan refers to a step. */
export type ReferenceRules = {
  form: PlanForm;
  /** The ids of the steps. */
  ids: ReadonlySet<string>;
  /** A plan with so many steps is refused, so that a greater number names no step. */
  maxSteps: number;
};

/** A place in a text that was read as a reference: where it ends, and how `substitute` reads it. */
type Rewritten = { end: number; text: string };

/** How far the closing `$` of `$var1.field$` is looked for. */
const maxDollarChars = 256;

/**
 * Rewrites the references of all forms as `substitute` reads them: `#find_first` and `$1` become `#{find_first}` and `#{1}`,
 * `$var1.unit price$` becomes `#{var1["unit price"]}`; `#E1` and `#{…}` stay as they are. What names no step stays text where
 * the form cannot mean a reference by it, such as `#tag` or `$100`; anything else stays a reference, and is then unknown.
 * Linear in the text.
 */
export function normaliseReferences(text: string, rules: ReferenceRules): string {
  let result = '';
  let chunkStart = 0;
  let position = nextMark(text, 0);
  while (position < text.length) {
    const isHash = text[position] === '#';
    const markEnd = isHash ? skipHashes(text, position) : position + 1;
    const hashes = isHash ? markEnd - position : 1;
    const own = isHash ? readReferenceBody(text, markEnd) : undefined;
    const rewritten = isHash
      ? readHash(text, position, markEnd, rules)
      : readDollar(text, markEnd, rules);
    if (rewritten === undefined || (own !== undefined && hashes % 2 === 0)) {
      position = nextMark(text, own !== undefined && hashes % 2 === 1 ? own.end : markEnd);
      continue;
    }
    result += text.slice(chunkStart, position);
    if (hashes % 2 === 0) {
      result += '#'.repeat(hashes / 2);
      chunkStart = markEnd;
    } else {
      // Literal hashes in front of a reference have to be doubled.
      const before = isHash ? hashes - 1 : countHashesBefore(text, chunkStart, position);
      result += '#'.repeat(before) + rewritten.text;
      chunkStart = rewritten.end;
    }
    position = nextMark(text, chunkStart);
  }
  return result + text.slice(chunkStart);
}

/** Reads `#id` for an id of the plan. A number counts only where nothing else stands in the text. */
function readHash(
  text: string,
  markStart: number,
  start: number,
  { ids }: ReferenceRules,
): Rewritten | undefined {
  const runEnd = skipIdCharacters(text, start, Math.min(text.length, start + maxDollarChars));
  let id = text.slice(start, runEnd);
  while (!ids.has(id) && id.includes('-')) id = id.slice(0, id.lastIndexOf('-'));
  if (!ids.has(id) || /^E\d+$/.test(id)) return undefined;
  const rewritten = rewriteWithPath(text, start, start + id.length);
  const isWhole = markStart === 0 && rewritten.end === text.length;
  return isNumberId(id) && !isWhole ? undefined : rewritten;
}

function readDollar(text: string, start: number, rules: ReferenceRules): Rewritten | undefined {
  if (rules.form === 'numbered') return readDollarNumber(text, start, rules);
  return rules.form === 'json_calls' ? readDollarLabel(text, start, rules) : undefined;
}

/** Reads `$1` and `${1}`. What can also be an amount, such as `$3.50`, is a reference that no plan knows. */
function readDollarNumber(
  text: string,
  start: number,
  { ids, maxSteps }: ReferenceRules,
): Rewritten | undefined {
  const isBraced = text[start] === '{';
  const idStart = isBraced ? start + 1 : start;
  let idEnd = idStart;
  while (text[idEnd]! >= '0' && text[idEnd]! <= '9') idEnd += 1;
  const id = text.slice(idStart, idEnd);
  if (id === '') return undefined;
  if (isBraced) {
    return text[idEnd] === '}' ? { end: idEnd + 1, text: `#{${id}}` } : undefined;
  }
  if (!ids.has(id) && Number(id) > maxSteps) return undefined;
  const decimals = /^(?:\.\d+|,\d{3}(?!\d))/.exec(text.slice(idEnd, idEnd + 20))?.[0];
  if (decimals === undefined) return rewriteWithPath(text, idStart, idEnd);
  return { end: idEnd + decimals.length, text: `#{$${id}${decimals}}` };
}

/** Reads `$label$` and `$label.field$`, where the names of fields may hold spaces. */
function readDollarLabel(
  text: string,
  start: number,
  { ids }: ReferenceRules,
): Rewritten | undefined {
  const close = text.slice(start, start + maxDollarChars).indexOf('$');
  if (close === -1) return undefined;
  const body = text.slice(start, start + close);
  const id = body.slice(0, skipIdCharacters(body, 0, body.length));
  const end = start + close + 1;
  if (!/^(?:$|[.[])/.test(body.slice(id.length))) return undefined;
  if (!ids.has(id) && (!/^[\p{L}_]/u.test(id) || /\s/.test(body))) return undefined;
  const path = readLoosePath(body.slice(id.length));
  return { end, text: `#{${path === undefined ? body : id + writePath(path)}}` };
}

function readLoosePath(text: string): ReferencePath | undefined {
  const path: (string | number)[] = [];
  let end = 0;
  for (const part of text.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\["([^"]+)"\]/g)) {
    if (part.index !== end) return undefined;
    end += part[0].length;
    path.push(part[2] === undefined ? (part[1] ?? part[3]!).trim() : Number(part[2]));
  }
  return end === text.length ? path : undefined;
}

/** Wraps an id and the path behind it, in which a bracket that is no path makes the whole unreadable. */
function rewriteWithPath(text: string, idStart: number, idEnd: number): Rewritten {
  const limit = Math.min(text.length, idEnd + maxDollarChars);
  const { end, isReadable } = readPath(text, idEnd, limit);
  const close = isReadable ? -1 : text.slice(end, limit).search(/[\]}]/);
  const wholeEnd = isReadable ? end : end + (close === -1 ? 1 : close + 1);
  return { end: wholeEnd, text: `#{${text.slice(idStart, wholeEnd).replaceAll('}', '')}}` };
}

function countHashesBefore(text: string, from: number, end: number): number {
  let start = end;
  while (start > from && text[start - 1] === '#') start -= 1;
  return end - start;
}

function nextMark(text: string, start: number): number {
  let position = start;
  while (position < text.length && text[position] !== '#' && text[position] !== '$') position += 1;
  return position;
}

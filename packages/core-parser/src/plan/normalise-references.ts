import { readDollarNumber, readNumberBehind } from './dollar-number.ts';
import type { PlanForm } from './plan-form.ts';
import { isNumberId, skipIdCharacters } from './plan-id.ts';
import { type ReferencePath, writePath } from './reference-path.ts';
import { readReferenceBody, skipHashes } from './references.ts';
import {
  maxReferenceChars,
  type RewrittenReference,
  rewriteWithPath,
} from './rewritten-reference.ts';

/** What decides whether something in a text of a plan refers to a step. */
export type ReferenceRules = {
  form: PlanForm;
  /** The ids of the steps. */
  ids: ReadonlySet<string>;
  /** A plan with so many steps is refused, so that a greater number names no step. */
  maxSteps: number;
};

/**
 * Rewrites the references of all forms as `substitute` reads them: `#find_first` and `$1` become `#{find_first}` and `#{1}`,
 * `$var1.unit price$` becomes `#{var1["unit price"]}`; `#E1` and `#{…}` stay as they are. What names no step stays text where
 * the form cannot mean a reference by it, such as `#tag` or `$100`; anything else stays a reference, and is then unknown. In the
 * numbered form `$$1` is the literal `$1`. Linear in the text.
 */
export function normaliseReferences(text: string, rules: ReferenceRules): string {
  let result = '';
  let chunkStart = 0;
  let position = nextMark(text, 0);
  while (position < text.length) {
    const isHash = text[position] === '#';
    const escaped = isHash ? undefined : readEscapedDollar(text, position, rules);
    if (escaped !== undefined) {
      result += text.slice(chunkStart, position) + escaped.text;
      chunkStart = escaped.end;
      position = nextMark(text, chunkStart);
      continue;
    }
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
): RewrittenReference | undefined {
  const runEnd = skipIdCharacters(text, start, Math.min(text.length, start + maxReferenceChars));
  let id = text.slice(start, runEnd);
  while (!ids.has(id) && id.includes('-')) id = id.slice(0, id.lastIndexOf('-'));
  if (!ids.has(id) || /^E\d+$/.test(id)) return undefined;
  const rewritten = rewriteWithPath(text, start, start + id.length);
  const isWhole = markStart === 0 && rewritten.end === text.length;
  return isNumberId(id) && !isWhole ? undefined : rewritten;
}

/** Of several `$` in front of a number, two stand for one that is literal, and an odd one is left for the reference. */
function readEscapedDollar(
  text: string,
  start: number,
  { form }: ReferenceRules,
): RewrittenReference | undefined {
  if (form !== 'numbered' || text[start + 1] !== '$') return undefined;
  let runEnd = start;
  while (text[runEnd] === '$') runEnd += 1;
  const number = readNumberBehind(text, runEnd);
  const dollars = runEnd - start;
  if (number === undefined) return { end: runEnd, text: text.slice(start, runEnd) };
  const literal = '$'.repeat(Math.floor(dollars / 2));
  return dollars % 2 === 0
    ? { end: number.end, text: literal + text.slice(runEnd, number.end) }
    : { end: runEnd - 1, text: literal };
}

function readDollar(
  text: string,
  start: number,
  rules: ReferenceRules,
): RewrittenReference | undefined {
  if (rules.form === 'numbered') {
    const number = readNumberBehind(text, start);
    return number === undefined ? undefined : readDollarNumber(text, number, rules);
  }
  return rules.form === 'json_calls' ? readDollarLabel(text, start, rules) : undefined;
}

/** Reads `$label$` and `$label.field$`, where the names of fields may hold spaces. */
function readDollarLabel(
  text: string,
  start: number,
  { ids }: ReferenceRules,
): RewrittenReference | undefined {
  const close = text.slice(start, start + maxReferenceChars).indexOf('$');
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

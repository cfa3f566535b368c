import type { JsonObject } from './json.ts';
import type { Span } from './json-cursor.ts';
import { closingQuote } from './strict-string.ts';

/** Where the value of a member stands in the text of an object that `JSON.parse` has read, and whose keys have no escapes. */
export function strictMemberSpan(text: string, object: Span, value: JsonObject, key: string): Span {
  const isLast = lastWrittenKey(value) === key;
  let position = object.start + 1;
  for (;;) {
    const keyStart = skipSpace(text, position);
    const keyEnd = closingQuote(text, keyStart);
    const start = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const isWanted = keyEnd - keyStart - 1 === key.length && text.startsWith(key, keyStart + 1);
    if (isWanted && isLast) {
      return { start, end: start + text.slice(start, object.end - 1).trimEnd().length };
    }
    const end = skipValue(text, start);
    if (isWanted) return { start, end };
    position = skipSpace(text, end) + 1;
  }
}

/** The key that stands last in the text; undefined when keys like array indexes have changed the order. */
function lastWrittenKey(value: JsonObject): string | undefined {
  const keys = Object.keys(value);
  return /^\d/.test(keys[0] ?? '') ? undefined : keys.at(-1);
}

function skipSpace(text: string, start: number): number {
  let position = start;
  while (text.charCodeAt(position) <= 0x20) position += 1;
  return position;
}

/** Where a value of valid JSON ends. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let position = start;
  for (;;) {
    const character = text[position]!;
    if (depth === 0 && (character === ',' || character === '}'))
      return endWithoutSpace(text, start, position);
    if (character === '"') position = closingQuote(text, position);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    position += 1;
  }
}

function endWithoutSpace(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

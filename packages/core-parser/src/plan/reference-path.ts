import { createCursor } from '../json/json-cursor.ts';
import { readJsonString } from '../json/read-json-string.ts';
import { isNameCharacter } from './plan-id.ts';

/** The way from the evidence of a step to a part of it: names of fields and places in lists. */
export type ReferencePath = readonly (string | number)[];

/** A path and where it ends; unreadable when a bracket stands there that is neither a place nor a name in quotes. */
export type PathReading = { path: (string | number)[]; end: number; isReadable: boolean };

/** Reads `.name`, `[0]` and `["any name"]`, as many as there are. A dot without a name is no part of it. */
export function readPath(text: string, start: number, limit: number): PathReading {
  const path: (string | number)[] = [];
  let position = start;
  for (;;) {
    const opening = position < limit ? text[position] : undefined;
    if (opening === '.') {
      const nameEnd = skipName(text, position + 1, limit);
      if (nameEnd === position + 1) return { path, end: position, isReadable: true };
      path.push(text.slice(position + 1, nameEnd));
      position = nameEnd;
    } else if (opening === '[') {
      const key = readKey(text, position + 1, limit);
      if (key === undefined) return { path, end: position, isReadable: false };
      path.push(key.value);
      position = key.end;
    } else return { path, end: position, isReadable: true };
  }
}

/** Writes a path as {@link readPath} reads it. */
export function writePath(path: ReferencePath): string {
  return path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\p{L}\p{N}_]+$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
}

function readKey(
  text: string,
  start: number,
  limit: number,
): { value: string | number; end: number } | undefined {
  const key = readQuotedKey(text, start, limit) ?? readPlace(text, start, limit);
  return key !== undefined && text[key.end] === ']' && key.end < limit
    ? { value: key.value, end: key.end + 1 }
    : undefined;
}

function readQuotedKey(text: string, start: number, limit: number) {
  if (text[start] !== '"' && text[start] !== "'") return undefined;
  const cursor = createCursor(text, start, limit);
  const value = readJsonString(cursor);
  return value === undefined ? undefined : { value, end: cursor.position };
}

function readPlace(text: string, start: number, limit: number) {
  let end = start;
  while (end < limit && text[end]! >= '0' && text[end]! <= '9') end += 1;
  const value = Number(text.slice(start, end));
  return end > start && Number.isSafeInteger(value) ? { value, end } : undefined;
}

function skipName(text: string, start: number, limit: number): number {
  let position = start;
  while (position < limit && isNameCharacter(text[position])) position += 1;
  return position;
}

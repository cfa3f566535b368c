import { maxJsonDepth } from '../defaults.ts';
import { isJsonObject } from './is-json-object.ts';
import type { Json, JsonObject } from './json.ts';
import {
  currentCharacter,
  fail,
  failExpected,
  failTruncated,
  type JsonCursor,
} from './json-cursor.ts';
import { readJsonNumber } from './read-json-number.ts';
import { readJsonString } from './read-json-string.ts';
import { skipJsonFiller } from './skip-json-filler.ts';

const jsonLiterals: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const pythonLiterals: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * The tolerant reader: JSON, the grammar of JSON5, Python's True, False and None, and raw line breaks in strings. It reads
 * valid JSON as `JSON.parse` does, except for integers beyond 2^53, which stay text. One pass; what is left open is an
 * error and never closed. Returns undefined, with `cursor.failure` set, for what it cannot read.
 */
export function readJsonValue(cursor: JsonCursor, depth = 0): Json | undefined {
  if (!skipJsonFiller(cursor)) return undefined;
  const character = currentCharacter(cursor);
  if (character === '{' || character === '[') {
    if (depth >= maxJsonDepth) {
      return fail(cursor, 'too_large', `The JSON is nested deeper than ${maxJsonDepth} levels.`);
    }
    return character === '{' ? readObject(cursor, depth) : readList(cursor, depth);
  }
  if (character === '"' || character === "'") return readJsonString(cursor);
  if (/[0-9.+-]/.test(character)) return readJsonNumber(cursor);
  return readLiteral(cursor);
}

function readObject(cursor: JsonCursor, depth: number): JsonObject | undefined {
  const result: JsonObject = {};
  cursor.position += 1;
  let afterComma = false;
  for (;;) {
    if (!skipJsonFiller(cursor)) return undefined;
    if (currentCharacter(cursor) === '}') {
      if (afterComma) cursor.repaired = true;
      cursor.position += 1;
      return result;
    }
    if (!readMember(cursor, result, depth)) return undefined;
    const next = currentCharacter(cursor);
    if (next !== ',' && next !== '}') {
      return failExpected(cursor, '"," or "}" after a member', 'an object');
    }
    afterComma = next === ',';
    if (afterComma) cursor.position += 1;
  }
}

/** Reads `key: value` into the object and stops at what follows. */
function readMember(cursor: JsonCursor, result: JsonObject, depth: number): boolean {
  const key = readKey(cursor);
  if (key === undefined || !skipJsonFiller(cursor)) return false;
  if (currentCharacter(cursor) !== ':') {
    failExpected(cursor, '":" after a key', 'an object');
    return false;
  }
  cursor.position += 1;
  cursor.committed = true;
  if (!isAllowedKey(cursor, result, key) || !skipJsonFiller(cursor)) return false;
  const start = cursor.position;
  const value = readJsonValue(cursor, depth + 1);
  if (value === undefined) return false;
  if (key === 'constructor' && isJsonObject(value) && Object.hasOwn(value, 'prototype')) {
    fail(cursor, 'forbidden_key', 'The key "constructor" may not hold a key "prototype".');
    return false;
  }
  result[key] = value;
  if (depth === 0) cursor.memberSpans.set(key, { start, end: cursor.position });
  return skipJsonFiller(cursor);
}

function readKey(cursor: JsonCursor): string | undefined {
  const character = currentCharacter(cursor);
  if (character === '"' || character === "'") return readJsonString(cursor);
  if (/[0-9]/.test(character)) return failExpected(cursor, 'a key', 'an object');
  const key = readIdentifier(cursor);
  if (key === '') return failExpected(cursor, 'a key', 'an object');
  cursor.repaired = true;
  return key;
}

/** Every duplicate is refused, not only of the keys that steer a run: to keep either value would be a guess. */
function isAllowedKey(cursor: JsonCursor, result: JsonObject, key: string): boolean {
  if (key === '__proto__') {
    fail(cursor, 'forbidden_key', 'The key "__proto__" is not allowed. Use another name.');
    return false;
  }
  if (Object.hasOwn(result, key)) {
    const message = `The key ${JSON.stringify(key)} stands twice in one object. Write it once.`;
    fail(cursor, 'duplicate_key', message);
    return false;
  }
  return true;
}

function readList(cursor: JsonCursor, depth: number): Json[] | undefined {
  const result: Json[] = [];
  cursor.position += 1;
  let afterComma = false;
  for (;;) {
    if (!skipJsonFiller(cursor)) return undefined;
    if (currentCharacter(cursor) === ']') {
      if (afterComma) cursor.repaired = true;
      cursor.position += 1;
      return result;
    }
    const value = readJsonValue(cursor, depth + 1);
    if (value === undefined || !skipJsonFiller(cursor)) return undefined;
    result.push(value);
    const next = currentCharacter(cursor);
    if (next !== ',' && next !== ']') {
      return failExpected(cursor, '"," or "]" after an item', 'a list');
    }
    afterComma = next === ',';
    if (afterComma) cursor.position += 1;
  }
}

function readLiteral(cursor: JsonCursor): Json | undefined {
  const start = cursor.position;
  const word = readIdentifier(cursor);
  if (cursor.position >= cursor.end) return failTruncated(cursor, 'an object or a list');
  const value = jsonLiterals.get(word);
  if (value !== undefined) return value;
  const pythonValue = pythonLiterals.get(word);
  if (pythonValue !== undefined) {
    cursor.repaired = true;
    return pythonValue;
  }
  cursor.position = start;
  if (word === 'NaN' || word === 'Infinity') {
    return fail(cursor, 'not_json', `${word} is not a JSON value. Use a number, a string or null.`);
  }
  return failExpected(cursor, 'a value', 'an object or a list');
}

function readIdentifier(cursor: JsonCursor): string {
  const { text, end } = cursor;
  const start = cursor.position;
  while (cursor.position < end && /[\p{ID_Continue}$]/u.test(text[cursor.position]!)) {
    cursor.position += 1;
  }
  return text.slice(start, cursor.position);
}

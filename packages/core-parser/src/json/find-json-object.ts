import { isJsonObject } from './is-json-object.ts';
import type { Json, JsonObject } from './json.ts';
import { createCursor, type JsonFailure, type Span } from './json-cursor.ts';
import { readJsonValue } from './read-json-value.ts';
import { readStrictJson } from './read-strict-json.ts';

/** The first object in a text and where it stands, or why there is none. */
export type FoundObject =
  | {
      ok: true;
      value: JsonObject;
      start: number;
      end: number;
      repaired: boolean;
      /** Where its members stand; undefined when `JSON.parse` has read it. */
      memberSpans: ReadonlyMap<string, Span> | undefined;
    }
  | { ok: false; failure: JsonFailure };

/** Where to look: an object must begin before `startLimit` and end before `end`. */
export type SearchRange = { start: number; startLimit: number; end: number };

/**
 * The object that begins at the first bracket and ends at the last brace before `startLimit`, if that is strict JSON:
 * several times as fast as {@link findJsonObject}, and the same object.
 */
export function findStrictObject(text: string, range: SearchRange): FoundObject | undefined {
  const start = nextBracket(text, range.start, range.startLimit);
  const end = text.lastIndexOf('}', range.startLimit - 1) + 1;
  if (end <= start || text[start] !== '{') return undefined;
  const value = readStrictJson(text.slice(start, end));
  if (value === undefined || goesOn(text, end, range.end)) return undefined;
  return { ok: true, value, start, end, repaired: false, memberSpans: undefined };
}

/**
 * Finds the first object in a text with prose around it. Braces and brackets of prose are passed over; what means to be an
 * object and cannot be read is an error, so that a part of a broken object is never taken for the whole. Linear: the search
 * goes on where a failed attempt stopped.
 */
export function findJsonObject(text: string, range: SearchRange): FoundObject {
  let position = nextBracket(text, range.start, range.startLimit);
  while (position < range.startLimit) {
    const cursor = createCursor(text, position, range.end);
    const value = readJsonValue(cursor);
    if (isJsonObject(value)) {
      if (goesOn(text, cursor.position, range.end)) {
        return failed('not_json', closedEarlyMessage, cursor.position);
      }
      const { position: end, repaired, memberSpans } = cursor;
      return { ok: true, value, start: position, end, repaired, memberSpans };
    }
    if (value === undefined) {
      const failure = cursor.failure!;
      if (cursor.committed || failure.code !== 'not_json') return { ok: false, failure };
      position = Math.max(position + 1, failure.position);
    } else {
      if (holdsObject(value)) return failed('not_object', notObjectMessage, position);
      position = cursor.position;
    }
    position = nextBracket(text, position, range.startLimit);
  }
  return failed('not_json', notFoundMessage, range.start);
}

const notFoundMessage = 'There is no JSON object. Write one, such as {"key": "value"}.';
const notObjectMessage = 'This is a JSON list. Write one JSON object, such as {"key": "value"}.';

const closedEarlyMessage =
  'The JSON goes on after its object was closed. Write one object with all members inside its braces.';

/** True when a comma and a string or a brace follow: members that a brace too many has cut off from their object. */
function goesOn(text: string, position: number, end: number): boolean {
  const comma = skipSpace(text, position, end);
  if (comma >= end || text[comma] !== ',') return false;
  const next = skipSpace(text, comma + 1, end);
  return next < end && (text[next] === '"' || text[next] === "'" || text[next] === '{');
}

function skipSpace(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && /\s/.test(text[position]!)) position += 1;
  return position;
}

function failed(code: JsonFailure['code'], message: string, position: number): FoundObject {
  return { ok: false, failure: { code, message, position } };
}

function nextBracket(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && text[position] !== '{' && text[position] !== '[') position += 1;
  return position;
}

function holdsObject(value: Json): boolean {
  return Array.isArray(value) && value.some((item) => isJsonObject(item) || holdsObject(item));
}

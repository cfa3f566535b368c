import { findFencedObject, skipClosingFence } from '../text/fence.ts';
import { skipSpace } from '../text/skip-space.ts';
import {
  type FoundObject,
  findJsonObject,
  findStrictObject,
  type SearchRange,
} from './find-json-object.ts';
import type { JsonFailure } from './json-cursor.ts';

type Failed = { ok: false; failure: JsonFailure };

/** An object, and where the text goes on after it and its fence. */
export type LocatedObject = FoundAndPlaced | Failed;

type FoundAndPlaced = Extract<FoundObject, { ok: true }> & { restStart: number };

/** Finds the object that a text means: the text itself, else the first fenced one, else the first one in the prose. */
export function locateJson(text: string, range: SearchRange): LocatedObject {
  const section = text.slice(range.start, range.startLimit).trim();
  if (section === '') return failed('empty', 'There is no text. Write one JSON object.');
  const isBare = section.startsWith('{');
  if (!isBare && isJson(section)) {
    const shown = section.length > 40 ? `${section.slice(0, 40)}…` : section;
    return failed(
      'not_object',
      `${shown} is not a JSON object. Write one, such as {"key": "value"}.`,
    );
  }
  const fenced = isBare ? undefined : findFencedObject(text, range.start, range.startLimit);
  const objectRange = { ...range, start: fenced ?? range.start };
  const found = findStrictObject(text, objectRange) ?? findJsonObject(text, objectRange);
  if (!found.ok) return found;
  const isFenced = text.slice(range.start, found.start).includes('```');
  return {
    ...found,
    restStart: isFenced ? skipClosingFence(text, found.end, range.end) : found.end,
  };
}

/**
 * The object that begins at `start`, with nothing but white space before it, and ends at the last brace of the text, if that
 * is strict JSON. No line of strict JSON can be a label, so nothing has to be known about the lines before it is read.
 */
export function locateStrictJson(text: string, start: number): FoundAndPlaced | undefined {
  const objectStart = skipSpace(text, start);
  if (text[objectStart] !== '{') return undefined;
  const limits = { startLimit: text.length, end: text.length };
  const found = findStrictObject(text, { start: objectStart, ...limits });
  return found?.ok === true ? { ...found, restStart: found.end } : undefined;
}

function failed(code: JsonFailure['code'], message: string): Failed {
  return { ok: false, failure: { code, message, position: 0 } };
}

/** What ends otherwise than JSON does is not tried, as `JSON.parse` is slow to fail on deep nesting. */
function isJson(text: string): boolean {
  if (!/[\]"\w]$/.test(text.slice(-1))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { findFencedObject, skipClosingFence } from './fence.ts';
import { type FoundObject, findJsonObject, type SearchRange } from './find-json-object.ts';
import type { JsonFailure } from './json-cursor.ts';
import { readStrictJson } from './read-strict-json.ts';

type Failed = { ok: false; failure: JsonFailure };

/** An object, where its members stand, and where the text goes on after it and its fence. */
export type LocatedMembers = (Extract<FoundObject, { ok: true }> & { restStart: number }) | Failed;

/** An object, and where the text goes on after it and its fence. */
export type LocatedObject = Omit<Extract<LocatedMembers, { ok: true }>, 'memberSpans'> | Failed;

/** Finds the object that a text means: the text itself, else the first fenced one, else the first one in the prose. */
export function locateJson(text: string, range: SearchRange): LocatedObject {
  const section = text.slice(range.start, range.startLimit).trimStart();
  const start = range.startLimit - section.length;
  const json = section.trimEnd();
  const value = readStrictJson(json);
  if (value === undefined) return locateMembers(text, range);
  const end = start + json.length;
  return { ok: true, value, start, end, repaired: false, restStart: end };
}

/** Does the same as {@link locateJson}, and also finds where the members of the object stand. */
export function locateMembers(text: string, range: SearchRange): LocatedMembers {
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
  const found = findJsonObject(text, { ...range, start: fenced ?? range.start });
  if (!found.ok) return found;
  const isFenced = text.slice(range.start, found.start).includes('```');
  return {
    ...found,
    restStart: isFenced ? skipClosingFence(text, found.end, range.end) : found.end,
  };
}

function failed(code: JsonFailure['code'], message: string): Failed {
  return { ok: false, failure: { code, message, position: 0 } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

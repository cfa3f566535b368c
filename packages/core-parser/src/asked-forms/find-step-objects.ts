import { type FoundObject, findJsonObject } from '../json/find-json-object.ts';
import type { JsonFailure } from '../json/json-cursor.ts';
import { locateJson } from '../json/locate-json.ts';
import { skipEndOfTurn } from '../native-forms/end-of-turn.ts';
import { findLabelLine } from '../text/find-label-line.ts';
import { endOfLine } from '../text/lines.ts';
import { endOfQuotedLine } from '../text/quoted-line.ts';

/** An object with the members of a step. */
export type StepObject = Extract<FoundObject, { ok: true }>;

/** What stands in a completion in the JSON form. */
export type StepSearch = {
  /** The first step, with fenced ones before others. */
  step: StepObject | undefined;
  /** There is another step, though it may be broken. */
  hasSecond: boolean;
  /** Why there is no object at all. */
  failure: JsonFailure | undefined;
  inventedObservation: boolean;
  /** What stands after the step: nothing but the closing fence and the end of the turn, text, or text in the same line. */
  textAfter: 'none' | 'text' | 'same line';
};

/**
 * Finds the object that has an `action` or a `final_answer`. Other objects are prose. An `Observation:` line outside of an
 * object ends the completion.
 */
export function findStepObjects(text: string): StepSearch {
  const search: StepSearch = {
    step: undefined,
    hasSecond: false,
    failure: undefined,
    inventedObservation: false,
    textAfter: 'none',
  };
  const limits = { startLimit: text.length, end: text.length };
  let position = 0;
  let found = locateJson(text, { start: 0, ...limits });
  if (!found.ok) search.failure = found.failure;
  while (found.ok && findObservation(text, position, found.start) === found.start) {
    position = found.end;
    const quotedEnd = isStep(found) ? endOfQuotedLine(text, found.start) : undefined;
    if (quotedEnd !== undefined) position = Math.max(position, quotedEnd);
    else if (isStep(found)) {
      search.step = found;
      search.hasSecond = holdsStep(text, 0, found.start);
      break;
    }
    const next = findJsonObject(text, { start: position, ...limits });
    found = next.ok ? { ...next, restStart: next.end } : next;
  }
  const end = findObservation(text, position, text.length);
  search.inventedObservation = end < text.length;
  if (search.step !== undefined && found.ok) {
    search.hasSecond ||= holdsStep(text, position, end);
    search.textAfter = readTextAfter(text, found, end);
  }
  return search;
}

function readTextAfter(
  text: string,
  { end, restStart }: { end: number; restStart: number },
  limit: number,
): StepSearch['textAfter'] {
  const rest = skipEndOfTurn(text, restStart);
  if (rest >= limit) return text.slice(restStart, limit).trim() === '' ? 'none' : 'text';
  return rest < endOfLine(text, end) ? 'same line' : 'text';
}

const brokenMember = /["'](?:action|final_answer)["']\s{0,64}:/;

/** True when a step stands in a part of the text, or an object that breaks off and would have been one. */
function holdsStep(text: string, start: number, end: number): boolean {
  let position = start;
  let found = findJsonObject(text, { start: position, startLimit: end, end });
  while (found.ok) {
    const quotedEnd = isStep(found) ? endOfQuotedLine(text, found.start) : undefined;
    if (isStep(found) && quotedEnd === undefined) return true;
    position = Math.max(found.end, quotedEnd ?? 0);
    found = findJsonObject(text, { start: position, startLimit: end, end });
  }
  return brokenMember.test(text.slice(position, end));
}

function isStep({ value }: StepObject): boolean {
  return Object.hasOwn(value, 'action') || Object.hasOwn(value, 'final_answer');
}

function findObservation(text: string, start: number, end: number): number {
  return findLabelLine(text, start, end, (label) => label === 'Observation');
}

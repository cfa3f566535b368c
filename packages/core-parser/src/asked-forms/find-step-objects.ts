import { type FoundObject, findJsonObject } from '../json/find-json-object.ts';
import type { JsonFailure } from '../json/json-cursor.ts';
import { locateJson } from '../json/locate-json.ts';
import { findLabelLine } from '../text/find-label-line.ts';

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
  /** Something other than the closing fence stands after the step. */
  textAfter: boolean;
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
    textAfter: false,
  };
  const limits = { startLimit: text.length, end: text.length };
  let position = 0;
  let found = locateJson(text, { start: 0, ...limits });
  if (!found.ok) search.failure = found.failure;
  while (found.ok && findObservation(text, position, found.start) === found.start) {
    position = found.end;
    if (isStep(found)) {
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
    search.textAfter = text.slice(found.restStart, end).trim() !== '';
  }
  return search;
}

const brokenMember = /["'](?:action|final_answer)["']\s{0,64}:/;

/** True when a step stands in a part of the text, or an object that breaks off and would have been one. */
function holdsStep(text: string, start: number, end: number): boolean {
  let position = start;
  let found = findJsonObject(text, { start: position, startLimit: end, end });
  while (found.ok) {
    if (isStep(found)) return true;
    position = found.end;
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

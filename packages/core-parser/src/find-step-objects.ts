import { type FoundObject, findJsonObject } from './find-json-object.ts';
import { findLabelLine } from './find-label-line.ts';
import type { JsonFailure } from './json-cursor.ts';
import { locateMembers } from './locate-json.ts';

/** An object with the members of a step. */
export type StepObject = Extract<FoundObject, { ok: true }>;

/** What stands in a completion in the JSON form. */
export type StepSearch = {
  /** At most two: the second is enough to know that there are several. */
  steps: StepObject[];
  /** Why there is no object at all. */
  failure: JsonFailure | undefined;
  inventedObservation: boolean;
  /** Something other than the closing fence stands after the step. */
  textAfter: boolean;
};

/**
 * Finds the objects that have an `action` or a `final_answer`. Other objects are prose. An `Observation:` line outside of
 * an object ends the completion.
 */
export function findStepObjects(text: string): StepSearch {
  const search: StepSearch = {
    steps: [],
    failure: undefined,
    inventedObservation: false,
    textAfter: false,
  };
  const limits = { startLimit: text.length, end: text.length };
  let position = 0;
  let restStart: number | undefined;
  let found = locateMembers(text, { start: 0, ...limits });
  if (!found.ok) search.failure = found.failure;
  while (found.ok && search.steps.length < 2) {
    if (findObservation(text, position, found.start) < found.start) break;
    if (Object.hasOwn(found.value, 'action') || Object.hasOwn(found.value, 'final_answer')) {
      search.steps.push(found);
      restStart ??= found.restStart;
    }
    position = found.end;
    const next = findJsonObject(text, { start: position, ...limits });
    found = next.ok ? { ...next, restStart: next.end } : next;
  }
  const end = findObservation(text, position, text.length);
  search.inventedObservation = end < text.length;
  search.textAfter = restStart !== undefined && text.slice(restStart, end).trim() !== '';
  return search;
}

function findObservation(text: string, start: number, end: number): number {
  return findLabelLine(text, start, end, (label) => label === 'Observation');
}

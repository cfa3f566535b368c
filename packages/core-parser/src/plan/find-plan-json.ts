import { isJsonObject } from '../json/is-json-object.ts';
import type { Json } from '../json/json.ts';
import { createCursor, type JsonFailure } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { readStrictJson } from '../json/read-strict-json.ts';

/** The list of steps of the plan in a text, or what stands there instead. */
export type FoundPlanJson =
  | { kind: 'steps'; steps: Json[]; start: number; repaired: boolean }
  /** Something that means to be JSON and cannot be read, or more than one plan. */
  | { kind: 'failure'; failure: JsonFailure }
  /** No list of steps; an object that holds none was seen. */
  | { kind: 'other'; sawObject: boolean };

/** What only the steps of a plan have; other lists of objects are prose. */
const stepKeys = ['tool', 'tool_to_use', 'step_number', 'depends_on', 'arguments', 'args'];

/**
 * Finds the plan in a text: an object with a list `plan` or `steps`, or a list of steps. Other JSON and the brackets of prose
 * are passed over. Two plans are an error, as neither is the one that is meant. Linear: the search goes on where an attempt
 * has stopped. A plan that begins at or behind `startLimit` is not looked for.
 */
export function findPlanJson(text: string, startLimit: number): FoundPlanJson {
  const strict = readStrictJson(text.trim());
  const strictSteps = strict === undefined ? undefined : stepsOf(strict);
  if (strictSteps !== undefined) {
    return { kind: 'steps', steps: strictSteps, start: 0, repaired: false };
  }
  let found: Extract<FoundPlanJson, { kind: 'steps' }> | undefined;
  let sawObject = false;
  let position = nextBracket(text, 0);
  while (position < text.length && (found !== undefined || position < startLimit)) {
    const cursor = createCursor(text, position, text.length);
    const value = readJsonValue(cursor);
    if (value === undefined) {
      const failure = cursor.failure!;
      const isMeant = cursor.committed || failure.code !== 'not_json';
      // Behind a plan, whatever is broken is prose.
      if (isMeant) return found ?? { kind: 'failure', failure };
      position = nextBracket(text, Math.max(position + 1, failure.position));
      continue;
    }
    const steps = stepsOf(value);
    if (steps !== undefined) {
      if (found !== undefined) return failed('multiple_plans', twoPlansMessage, position);
      if (goesOn(text, cursor.position)) return failed('not_json', closedEarlyMessage, position);
      found = { kind: 'steps', steps, start: position, repaired: cursor.repaired };
    }
    sawObject ||= isJsonObject(value) || (Array.isArray(value) && value.some(isJsonObject));
    position = nextBracket(text, cursor.position);
  }
  return found ?? { kind: 'other', sawObject };
}

export const twoPlansMessage = 'There is more than one plan. Write one.';

const closedEarlyMessage =
  'The JSON goes on after the plan was closed. Write one object with all steps inside its list.';

function stepsOf(value: Json): Json[] | undefined {
  if (Array.isArray(value)) return value.some(isStep) ? value : undefined;
  if (!isJsonObject(value)) return undefined;
  // Presence counts and not emptiness: an empty plan is not looked for under another name.
  if (Object.hasOwn(value, 'plan') && Array.isArray(value.plan)) return value.plan;
  return Object.hasOwn(value, 'steps') && Array.isArray(value.steps) ? value.steps : undefined;
}

function isStep(item: Json): boolean {
  return isJsonObject(item) && stepKeys.some((key) => Object.hasOwn(item, key));
}

function goesOn(text: string, position: number): boolean {
  const next = /\s*,\s*["'{[]/y;
  next.lastIndex = position;
  return next.test(text);
}

function failed(code: JsonFailure['code'], message: string, position: number): FoundPlanJson {
  return { kind: 'failure', failure: { code, message, position } };
}

function nextBracket(text: string, start: number): number {
  let position = start;
  while (position < text.length && text[position] !== '{' && text[position] !== '[') position += 1;
  return position;
}

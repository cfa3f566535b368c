import { extractJson } from '../json/extract-json.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { JsonObject } from '../json/json.ts';
import { strictMemberSpan } from '../json/strict-member-span.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';
import type { StepFacts } from '../step/step-results.ts';
import type { StepObject } from './find-step-objects.ts';

/** The arguments of a call in the JSON form, and the text they were read from. */
export type ActionInput =
  | { ok: true; value: JsonObject; raw: string }
  | { ok: false; code: ParseErrorCode; message: string };

/**
 * Reads `action_input`: an object, or a string that is the JSON text of an object and nothing else, as models write where a
 * schema asks for a string. Absent, null or empty is `{}`, unless other members look like arguments in the wrong place.
 */
export function readActionInput(text: string, step: StepObject, facts: StepFacts): ActionInput {
  const { thought, action, action_input: input, final_answer, ...others } = step.value;
  if (input === undefined && Object.keys(others).length > 0) {
    const misplaced = Object.keys(others).map((key) => JSON.stringify(key));
    const message = `Arguments belong into "action_input", but the object holds ${misplaced.join(', ').slice(0, 200)}.`;
    return { ok: false, code: 'missing_action_input', message };
  }
  if (Object.keys(others).length > 0) facts.flags.push('members_ignored');
  if (input === undefined || input === null) return { ok: true, value: {}, raw: '' };
  if (isJsonObject(input)) {
    const span =
      step.memberSpans?.get('action_input') ??
      strictMemberSpan(text, step, step.value, 'action_input');
    return { ok: true, value: input, raw: text.slice(span.start, span.end) };
  }
  if (typeof input === 'string') {
    if (input.trim() === '') return { ok: true, value: {}, raw: input };
    const reading = extractJson(input);
    if (reading.ok && reading.raw === input.trim()) {
      facts.repaired = true;
      return { ok: true, value: reading.value, raw: input };
    }
  }
  const message = '"action_input" must be a JSON object, such as {"key": "value"}.';
  return { ok: false, code: 'not_object', message };
}

import type { JsonObject } from '../json/json.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';
import type { ParseStepOptions } from '../step/react-step.ts';
import type { StepOutline } from './step-outline.ts';

/** The input of `final` or `give_up` in the text form. */
export type ControlInput =
  | {
      ok: true;
      /** The object or the text; undefined when there is none. */
      value: JsonObject | string | undefined;
    }
  | { ok: false; code: ParseErrorCode; message: string };

/**
 * Reads the input of a control word: an object, a JSON string or a bare text (T8). An input that begins like an object and
 * cannot be read is an error, so that broken JSON never becomes an answer.
 */
export function readControlInput(
  body: string,
  outline: StepOutline,
  options: ParseStepOptions,
): ControlInput {
  const input = outline.inputs[0];
  const text = input === undefined ? '' : body.slice(input.start, input.end).trim();
  const { object } = outline;
  if (object !== undefined && /^(?:```\w*\s*)?\{/.test(text)) {
    return object.ok ? { ok: true, value: object.value } : { ok: false, ...object.failure };
  }
  const string = jsonString(text);
  if (string !== undefined) return { ok: true, value: string };
  // An observation after the text shows that the text itself was complete.
  if (options.truncated === true && !outline.inventedObservation) {
    return { ok: false, code: 'truncated', message: 'The text was cut off. Write a shorter one.' };
  }
  return { ok: true, value: text === '' ? undefined : text };
}

function jsonString(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

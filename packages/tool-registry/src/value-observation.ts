import { canonicalJson, capText, toJson } from '@loopwright/core-parser';
import { safeErrorText } from './describe-error.ts';
import { errorObservation } from './error-observation.ts';
import type { Observation } from './observation.ts';
import { unsupportedResult } from './unsupported-result.ts';

/** How large an observation may be, in characters. */
export type ObservationLimits = {
  readonly maxObservationChars: number;
  readonly maxValueChars: number;
};

/**
 * The observation of what a tool returned: a string is its own text unless it is blank, anything else is canonical
 * JSON (T6). An error inside it, as `Promise.allSettled` gives them, is shown by name and message, without credentials,
 * directories and the `textsToHide`. The text is capped; the value stays whole for code up to `maxValueChars`, above which the capped text takes its place.
 */
export function valueObservation(
  tool: string,
  returned: unknown,
  { maxObservationChars, maxValueChars }: ObservationLimits,
  textsToHide: readonly string[] = [],
): Observation {
  const unsupported = unsupportedResult(returned);
  if (unsupported !== undefined) {
    return errorObservation(
      tool,
      {
        type: 'UnsupportedResult',
        class: 'permanent',
        code: 'unsupported_result',
        message: `the tool ran and returned ${unsupported}, which cannot be shown; it must return plain content`,
      },
      maxObservationChars,
    );
  }
  const value = toJson(returned, {
    errorMessage: (message) => safeErrorText(message, textsToHide),
  });
  // Providers refuse a blank text, and a model cannot see it.
  const isReadable = typeof value === 'string' && value.trim() !== '';
  const full = isReadable ? value : canonicalJson(value);
  const text = capText(full, maxObservationChars);
  return { tool, ok: true, value: full.length > maxValueChars ? text : value, text };
}

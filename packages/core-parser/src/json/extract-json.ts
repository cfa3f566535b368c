import { maxInputChars } from '../defaults.ts';
import type { ExtractJsonOptions, JsonReading } from './json-reading.ts';
import { locateJson } from './locate-json.ts';

/**
 * Reads the one JSON object in a text written by a model: the text itself, else the first fenced object, else the first
 * object in the prose. Valid JSON is read as it is; JSON5, Python's literals and raw line breaks in strings are tolerated
 * (`repaired`). Yields a plain object, invents no key and closes nothing that was left open (`truncated`).
 *
 * Refused: any duplicate key (`duplicate_key`), `__proto__` and a `constructor` that holds `prototype` (`forbidden_key`),
 * NaN and infinite numbers (`not_json`), more than `maxInputChars` characters or `maxJsonDepth` levels (`too_large`).
 * Integers beyond 2^53 are kept as text. Linear in the text; never throws.
 */
export function extractJson(text: string, options: ExtractJsonOptions = {}): JsonReading {
  const source = typeof text === 'string' ? text : '';
  if (source.length > maxInputChars) {
    const message = `The text has ${source.length} characters; at most ${maxInputChars} are read.`;
    return { ok: false, code: 'too_large', message };
  }
  const located = locateJson(source, { start: 0, startLimit: source.length, end: source.length });
  if (!located.ok) {
    const { code, message } = located.failure;
    const isCut = options.truncated === true && code === 'not_json';
    return isCut
      ? { ok: false, code: 'truncated', message: `The text was cut off. ${message}` }
      : { ok: false, code, message };
  }
  const { value, repaired, start, end, restStart } = located;
  return {
    ok: true,
    value,
    raw: source.slice(start, end),
    repaired,
    rest: source.slice(restStart),
  };
}

import { extractJson, type JsonObject, type ParseErrorCode } from '@loopwright/core-parser';

/** The arguments of a native call, or why there are none. */
export type ArgumentsReading =
  | { ok: true; value: JsonObject; repaired: boolean }
  | { ok: false; code: ParseErrorCode; message: string };

/**
 * Reads the arguments of a native call: one JSON object and nothing else. No text, and `null`, are no arguments; the
 * tool's own schema decides whether that will do. An object inside of a JSON string is unwrapped once.
 */
export function readArguments(args: string): ArgumentsReading {
  const text = args.trim();
  if (text === '' || text === 'null') return { ok: true, value: {}, repaired: false };
  const reading = extractJson(unwrap(text), { truncated: false });
  if (!reading.ok) return reading;
  const { value, repaired, rest } = reading;
  if (rest.trim() !== '' || !/^["{`~]/.test(text)) {
    const message = 'The arguments hold more than one JSON object. Write the object alone.';
    return { ok: false, code: 'not_object', message };
  }
  return { ok: true, value, repaired };
}

function unwrap(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const inside: unknown = JSON.parse(text);
    return typeof inside === 'string' ? inside : text;
  } catch {
    return text;
  }
}

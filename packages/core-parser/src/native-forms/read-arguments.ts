import { findJsonObject } from '../json/find-json-object.ts';
import type { Json } from '../json/json.ts';
import { createCursor } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { type CallFailure, callJsonFailure } from './native-call.ts';

/** Arguments that stand by themselves, and where they end. */
export type ArgumentsReading =
  | { ok: true; input: Json; rawInput: string; repaired: boolean; end: number }
  | CallFailure;

/** Reads the JSON that begins at `start`, of a form in which the name of the tool stands before its arguments. */
export function readArguments(text: string, start: number): ArgumentsReading {
  const { length } = text;
  if (text[start] === '{') {
    const found = findJsonObject(text, { start, startLimit: start + 1, end: length });
    if (!found.ok) return callJsonFailure(found.failure);
    const { value, end, repaired } = found;
    return { ok: true, input: value, rawInput: text.slice(start, end), repaired, end };
  }
  const cursor = createCursor(text, start, length);
  const input = readJsonValue(cursor);
  if (input === undefined) return callJsonFailure(cursor.failure!);
  const { position: end, repaired } = cursor;
  // A string may hold the text of an object, which is then what the arguments are read from.
  const rawInput = typeof input === 'string' ? input : text.slice(start, end);
  return { ok: true, input, rawInput, repaired, end };
}

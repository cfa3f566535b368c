import { createCursor } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { skipSpace } from '../text/skip-space.ts';
import {
  type CallReading,
  callFailure,
  callJsonFailure,
  severalCallsMessage,
} from './native-call.ts';
import { readCallObject } from './read-call-object.ts';

/** Reads the list of calls that begins at `start`: the one call in it. */
export function readCallList(text: string, start: number): CallReading {
  const cursor = createCursor(text, start, text.length);
  const calls = readJsonValue(cursor);
  if (!Array.isArray(calls)) return callJsonFailure(cursor.failure!);
  if (calls.length > 1) return callFailure('multiple_actions', severalCallsMessage);
  const callStart = skipSpace(text, start + 1);
  if (text[callStart] !== '{') {
    const message = 'The list holds no call: [{"name": "…", "arguments": {…}}].';
    return callFailure('missing_action_name', message);
  }
  const reading = readCallObject(text, callStart);
  return reading.ok ? { ...reading, end: cursor.position } : reading;
}

import type { StepGrammar } from '../step/step-grammar.ts';
import { toolCallsMarker } from '../text/markers.ts';
import { skipMarker, skipSpace } from '../text/skip-space.ts';
import { findMarker } from './find-marker.ts';
import { type CallReading, callFailure } from './native-call.ts';
import { readArguments } from './read-arguments.ts';
import { readCallList } from './read-call-list.ts';
import { readCallObject } from './read-call-object.ts';
import { type NativeCallForm, readNativeCall } from './read-native-call.ts';

const marker = toolCallsMarker;

/** Behind the marker stands JSON, or a name with JSON or a further marker. Prose has a space before a brace. */
const sign = /\[TOOL_CALLS\]\s*(?=\{|\[\s*\{|[^\s[\]{}"'`<>]+(?:\{|\s*\[(?:ARGS|CALL_ID)\]))/g;

const mistralForm: NativeCallForm = {
  wanted: `Write one call: ${marker}name[ARGS]{…}.`,
  findCall: (text, start) => findMarker(text, '[', sign, start),
  readCall(text, start) {
    const callStart = skipSpace(text, start + marker.length);
    if (text[callStart] === '[') return readCallList(text, callStart);
    if (text[callStart] === '{') return readCallObject(text, callStart);
    return readNamedCall(text, callStart);
  },
};

/**
 * The calls of Mistral: `[TOOL_CALLS]name[ARGS]{…}`, with `[CALL_ID]…` before the arguments or without `[ARGS]`, and the
 * older `[TOOL_CALLS][{"name", "arguments"}]`.
 */
export const mistralGrammar: StepGrammar = {
  form: 'mistral',
  wanted: mistralForm.wanted,
  findSign: ({ text }, options) => mistralForm.findCall(text, 0, options),
  read: ({ text }, facts, options) => readNativeCall(text, mistralForm, facts, options),
};

function readNamedCall(text: string, start: number): CallReading {
  const nameEnd = skipToken(text, start);
  const idMarkerEnd = skipMarker(text, nameEnd, '[CALL_ID]');
  const idEnd = idMarkerEnd === nameEnd ? nameEnd : skipToken(text, skipSpace(text, idMarkerEnd));
  const argsStart = skipSpace(text, skipMarker(text, idEnd, '[ARGS]'));
  if (text.startsWith(marker, argsStart)) {
    const message = 'The arguments of the call are missing. Write {} when the tool takes none.';
    return callFailure('missing_action_input', message);
  }
  const read = readArguments(text, argsStart);
  if (!read.ok) return read;
  const { end, ...call } = read;
  return { ok: true, call: { ...call, name: text.slice(start, nameEnd) }, end };
}

/** Where a name or an id ends. */
function skipToken(text: string, start: number): number {
  let position = start;
  while (position < text.length && /[^\s[\]{}]/.test(text[position]!)) position += 1;
  return position;
}

import type { StepGrammar } from '../step/step-grammar.ts';
import { functionTagStart, parameterTagStart, toolCallTag } from '../text/markers.ts';
import { skipMarker, skipSpace } from '../text/skip-space.ts';
import { findMarker } from './find-marker.ts';
import { type CallReading, callFailure, severalCallsMessage } from './native-call.ts';
import { readCallObject } from './read-call-object.ts';
import { readFunctionTag } from './read-function-tag.ts';
import { type NativeCallForm, readNativeCall } from './read-native-call.ts';

const open = toolCallTag;
const close = '</tool_call>';

/** The opening tag is missing now and then before `<function=…>`. */
const sign = new RegExp(
  String.raw`${open}\s*(?=\{|${functionTagStart})|${functionTagStart}[^<>\n]+>\s*(?=\{|${parameterTagStart}|<\/function>)`,
  'g',
);

const hermesForm: NativeCallForm = {
  wanted: `Write one call: ${open}{"name": "…", "arguments": {…}}${close}.`,
  findCall: (text, start) => findMarker(text, '<', sign, start),
  readCall(text, start) {
    const reading = readTagged(text, skipSpace(text, skipMarker(text, start, open)));
    return reading.ok ? { ...reading, end: skipMarker(text, reading.end, close) } : reading;
  },
};

/**
 * The calls of Hermes and Qwen, `<tool_call>{"name", "arguments"}</tool_call>`, and of Qwen3-Coder and Nemotron,
 * `<tool_call><function=name><parameter=key>value</parameter></function></tool_call>`. The last closing tag may be missing,
 * as a server may stop at it; what stands before it must be complete.
 */
export const hermesGrammar: StepGrammar = {
  form: 'hermes',
  wanted: hermesForm.wanted,
  findSign: ({ text }, options) => hermesForm.findCall(text, 0, options),
  read: ({ text }, facts, options) => readNativeCall(text, hermesForm, facts, options),
};

/**
 * Where the call ends that begins at `start`, infinity when it breaks off; undefined when none begins there. One that cannot
 * be read ends with its closing tag.
 */
export function findHermesEnd(text: string, start: number): number | undefined {
  if (!text.startsWith(functionTagStart, start) && !text.startsWith(open, start)) return undefined;
  const pattern = new RegExp(sign.source, 'y');
  pattern.lastIndex = start;
  if (!pattern.test(text)) return undefined;
  const reading = hermesForm.readCall(text, start);
  if (reading.ok) return reading.end;
  const closingTag = text.startsWith(open, start) ? close : '</function>';
  const closed = reading.code === 'truncated' ? -1 : text.indexOf(closingTag, start);
  return closed === -1 ? Number.POSITIVE_INFINITY : closed + closingTag.length;
}

function readTagged(text: string, start: number): CallReading {
  if (text[start] !== '{') return readFunctionTag(text, start);
  const reading = readCallObject(text, start);
  if (!reading.ok) return reading;
  // One tag may hold several objects.
  const next = skipSpace(text, skipMarker(text, reading.end, ';'));
  return text[next] === '{' ? callFailure('multiple_actions', severalCallsMessage) : reading;
}

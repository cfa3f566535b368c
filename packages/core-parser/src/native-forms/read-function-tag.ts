import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { createCursor } from '../json/json-cursor.ts';
import { readJsonValue } from '../json/read-json-value.ts';
import { parameterTagStart } from '../text/markers.ts';
import { skipMarker, skipSpace } from '../text/skip-space.ts';
import { findInventedResult } from './invented-result.ts';
import { type CallFailure, type CallReading, callFailure } from './native-call.ts';
import { readArguments } from './read-arguments.ts';

const parameterClose = '</parameter>';
const functionClose = '</function>';

/**
 * Reads the tag of a call that begins at `start`: `<function=name><parameter=key>value</parameter></function>`, or JSON
 * arguments inside of the tag.
 *
 * Values have no quotes, so that nothing tells `5` from `"5"`. The servers decide by the schema of the tool, which is not
 * known here, and take text where they have none; so a value is the text as it was written, without the line break at either
 * end. Only a value that is strict JSON of an object or a list is read as that: text could not take its place, whereas a
 * model that means the text of a JSON document can write JSON arguments.
 */
export function readFunctionTag(text: string, start: number): CallReading {
  const name = readTag(text, start, 'function');
  if (!name.ok) return name;
  const bodyStart = skipSpace(text, name.end);
  if (text[bodyStart] === '{') {
    const read = readArguments(text, bodyStart);
    if (!read.ok) return read;
    const { end, ...call } = read;
    return {
      ok: true,
      call: { ...call, name: name.value },
      end: skipMarker(text, end, functionClose),
    };
  }
  const parameters = readParameters(text, bodyStart);
  if (!parameters.ok) return parameters;
  const { input, rawInput } = parameters;
  const end = skipCopies(text, parameters.end, functionClose);
  if (text.slice(end, findInventedResult(text, end)).includes(parameterClose)) {
    const message = `Behind the call stands another ${parameterClose}. Write one call; when a value holds such tags, write the arguments as JSON: <function=name>{…}${functionClose}.`;
    return callFailure('multiple_actions', message);
  }
  return { ok: true, call: { name: name.value, input, rawInput, repaired: false }, end };
}

type Parameters = { ok: true; input: JsonObject; rawInput: string; end: number } | CallFailure;

function readParameters(text: string, start: number): Parameters {
  const input: JsonObject = {};
  let rawEnd = start;
  for (;;) {
    const position = skipSpace(text, rawEnd);
    if (text.startsWith(functionClose, position)) {
      const end = position + functionClose.length;
      return { ok: true, input, rawInput: text.slice(start, rawEnd), end };
    }
    const key = readTag(text, position, 'parameter');
    if (!key.ok) return key;
    const valueEnd = findValueEnd(text, key.end);
    if (valueEnd === -1) {
      const message = `The parameter "${key.value}" or its call is never closed. End them with ${parameterClose} and ${functionClose}.`;
      return callFailure('truncated', message);
    }
    const failure = addParameter(input, key.value, text.slice(key.end, valueEnd));
    if (failure !== undefined) return failure;
    rawEnd = valueEnd + parameterClose.length;
  }
}

/** Reads `<function=name>` or `<parameter=name>`. */
function readTag(
  text: string,
  start: number,
  tag: string,
): { ok: true; value: string; end: number } | CallFailure {
  const pattern = new RegExp(`<${tag}=([^<>\\n]+)>`, 'y');
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match !== null) return { ok: true, value: match[1]!.trim(), end: pattern.lastIndex };
  const isCut = text.indexOf('>', start) === -1;
  const expected = tag === 'function' ? '<function=name>' : `<parameter=name> or ${functionClose}`;
  const found = isCut ? 'the text ends' : `found ${JSON.stringify(text.slice(start, start + 20))}`;
  const code = isCut ? 'truncated' : tag === 'function' ? 'missing_action_name' : 'not_json';
  return callFailure(code, `The call cannot be read: expected ${expected}, but ${found}.`);
}

/** Where the value ends: at a closing tag that a further parameter or the end of the call follows. Others are text. */
function findValueEnd(text: string, start: number): number {
  let close = text.indexOf(parameterClose, start);
  while (close !== -1) {
    const next = skipSpace(text, close + parameterClose.length);
    if (text.startsWith(parameterTagStart, next) || text.startsWith(functionClose, next))
      return close;
    close = text.indexOf(parameterClose, close + 1);
  }
  return -1;
}

function addParameter(input: JsonObject, key: string, written: string): CallFailure | undefined {
  if (key === '__proto__') {
    return callFailure('forbidden_key', 'The parameter "__proto__" is not allowed.');
  }
  if (Object.hasOwn(input, key)) {
    const message = `The parameter ${JSON.stringify(key)} stands twice in the call. Write it once.`;
    return callFailure('duplicate_key', message);
  }
  if (/<(?:parameter|function)=/.test(written)) {
    const message = `The value of "${key}" holds the tag of a call. Close each parameter, or write the arguments as JSON: <function=name>{…}${functionClose}.`;
    return callFailure('not_json', message);
  }
  const value = parameterValue(written.replace(/^\n/, '').replace(/\n$/, ''));
  if (key === 'constructor' && isJsonObject(value) && Object.hasOwn(value, 'prototype')) {
    const message = 'The parameter "constructor" may not hold a key "prototype".';
    return callFailure('forbidden_key', message);
  }
  input[key] = value;
  return undefined;
}

function parameterValue(text: string): Json {
  const start = skipSpace(text, 0);
  if (text[start] !== '{' && text[start] !== '[') return text;
  const cursor = createCursor(text, start, text.length);
  const value = readJsonValue(cursor);
  const isStrict = value !== undefined && !cursor.repaired;
  return isStrict && skipSpace(text, cursor.position) === text.length ? value : text;
}

function skipCopies(text: string, start: number, marker: string): number {
  let position = start;
  for (;;) {
    const end = skipMarker(text, position, marker);
    if (end === position) return position;
    position = end;
  }
}

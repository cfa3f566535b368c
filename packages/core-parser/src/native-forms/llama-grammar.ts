import { findJsonObject, findStrictObject } from '../json/find-json-object.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { JsonObject } from '../json/json.ts';
import type { ParseStepOptions } from '../step/react-step.ts';
import type { StepGrammar } from '../step/step-grammar.ts';
import { endOfQuotedLine } from '../text/quoted-line.ts';
import { skipMarker, skipSpace } from '../text/skip-space.ts';
import { skipEndOfTurn } from './end-of-turn.ts';
import { findMarker, isInlineCode } from './find-marker.ts';
import { findInventedResult } from './invented-result.ts';
import { callFailure, severalCallsMessage } from './native-call.ts';
import { callObjectName, readCallObject } from './read-call-object.ts';
import { type NativeCallForm, readNativeCall } from './read-native-call.ts';

const tag = '<|python_tag|>';
const taggedSign = /<\|python_tag\|>\s*(?=\{)/g;

/** Stands in every object that is a call; most texts in another form hold none. */
const inputMember = /(?:arguments|parameters)["']?\s{0,64}:/;

/** How a call begins that breaks off or cannot be read. */
const brokenSign =
  /\{\s*(?:"type"\s*:\s*"function"\s*,\s*)?(?:"function"\s*:\s*\{\s*)?"name"\s*:\s*"([^"\\\n]*)"\s*,\s*"(?:arguments|parameters)"\s*:/g;

const llamaForm: NativeCallForm = {
  wanted: 'Write one call and nothing else: {"name": "…", "parameters": {…}}.',
  findCall(text, start, options) {
    const found = [
      findMarker(text, '<', taggedSign, start),
      findBareCall(text, start, options),
    ].filter((position) => position !== -1);
    return found.length === 0 ? -1 : Math.min(...found);
  },
  readCall(text, start) {
    const reading = readCallObject(text, skipSpace(text, skipMarker(text, start, tag)));
    if (!reading.ok) return reading;
    const next = skipSpace(text, skipMarker(text, reading.end, ';'));
    return mayBeCall(text, next) ? callFailure('multiple_actions', severalCallsMessage) : reading;
  },
};

/**
 * The calls of Llama 3: `{"name", "parameters"}` (or `arguments`), also inside of `{"type": "function", "function": {…}}`.
 * Behind `<|python_tag|>` such an object is a call; without the tag it is one when it is the whole completion, and in prose
 * when its name is that of a tool of the run. Several, as in `{…}; {…}`, are `multiple_actions`.
 */
export const llamaGrammar: StepGrammar = {
  form: 'llama',
  wanted: llamaForm.wanted,
  findSign: ({ text }, options) => llamaForm.findCall(text, 0, options),
  read: ({ text }, facts, options) => readNativeCall(text, llamaForm, facts, options),
};

/** Where the first object stands that is a call without a tag. Objects inside of other objects are data. */
function findBareCall(text: string, start: number, { tools }: ParseStepOptions): number {
  const textStart = skipSpace(text, 0);
  const isWanted = (at: number, name: string, isWhole: () => boolean) =>
    !isInlineCode(text, at) &&
    (tools?.includes(name.trim()) === true || (at === textStart && isWhole()));
  if (!inputMember.test(text)) return -1;
  const limits = { startLimit: text.length, end: text.length };
  let position = start;
  let found =
    findStrictObject(text, { start: position, ...limits }) ??
    findJsonObject(text, { start: position, ...limits });
  while (found.ok) {
    const { value, start: at, end } = found;
    const name = calledName(value);
    position = end;
    if (name !== undefined && isWanted(at, name, () => endsCompletion(text, end))) {
      const quotedEnd = endOfQuotedLine(text, at);
      if (quotedEnd === undefined) return at;
      position = Math.max(end, quotedEnd);
    }
    found = findJsonObject(text, { start: position, ...limits });
  }
  return findBrokenCall(text, position, (at, name) => isWanted(at, name, () => true));
}

/** Where a call begins that cannot be read. Behind what cannot be read nothing else is looked for. */
function findBrokenCall(
  text: string,
  start: number,
  isWanted: (at: number, name: string) => boolean,
): number {
  brokenSign.lastIndex = start;
  let match = brokenSign.exec(text);
  while (match !== null) {
    const isCall = isWanted(match.index, match[1]!);
    const quotedEnd = isCall ? endOfQuotedLine(text, match.index) : undefined;
    if (isCall && quotedEnd === undefined) break;
    if (quotedEnd !== undefined) brokenSign.lastIndex = quotedEnd;
    match = brokenSign.exec(text);
  }
  if (match === null) return -1;
  const at = match.index;
  const found = findJsonObject(text, { start: at, startLimit: at + 1, end: text.length });
  return found.ok ? -1 : at;
}

/** The name in an object that is a call, and neither a step of the JSON form nor the definition of a tool. */
function calledName(value: JsonObject): string | undefined {
  if (Object.hasOwn(value, 'action') || Object.hasOwn(value, 'final_answer')) return undefined;
  const holder = isJsonObject(value.function) ? value.function : value;
  const input = holder.arguments ?? holder.parameters;
  const hasInput = Object.hasOwn(holder, 'arguments') || Object.hasOwn(holder, 'parameters');
  const isDefinition =
    typeof holder.description === 'string' ||
    (isJsonObject(input) && input.type === 'object' && isJsonObject(input.properties));
  return hasInput && !isDefinition ? callObjectName(value) : undefined;
}

/** True when nothing but further calls, the end of the turn or an invented result stands behind the call. */
function endsCompletion(text: string, end: number): boolean {
  const next = skipEndOfTurn(text, end);
  return next >= findInventedResult(text, end) || text[next] === ';' || text[next] === '{';
}

function mayBeCall(text: string, start: number): boolean {
  if (text[start] !== '{') return false;
  const found = findJsonObject(text, { start, startLimit: start + 1, end: text.length });
  return !found.ok || calledName(found.value) !== undefined;
}

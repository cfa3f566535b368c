import type { StepGrammar } from '../step/step-grammar.ts';
import { skipMarker, skipSpace } from '../text/skip-space.ts';
import { findMarker } from './find-marker.ts';
import { type CallReading, callFailure } from './native-call.ts';
import { readArguments } from './read-arguments.ts';
import { type NativeCallForm, readNativeCall } from './read-native-call.ts';

const callsBegin = markerPattern('tool calls begin');
const callBegin = markerPattern('tool call begin');
const separator = markerPattern('tool sep');

/** The name and the separator tell a call; so do both beginnings in a row, though what follows them may be broken. */
const sign = new RegExp(
  `(?:${callsBegin}\\s*)?${callBegin}[^<]*${separator}|${callsBegin}\\s*(?:${callBegin}|[^\\s<][^<]*${separator})`,
  'g',
);

const opening = new RegExp(`(?:${callsBegin}\\s*)?(?:${callBegin})?`, 'y');
const separated = new RegExp(`([^<]*)${separator}`, 'y');
const ending = new RegExp(
  `\\s*(?:${markerPattern('tool call end')}\\s*)?(?:${markerPattern('tool calls end')})?`,
  'y',
);

const deepseekForm: NativeCallForm = {
  wanted:
    'Write one tool call: the name of the tool, <｜tool▁sep｜> and the arguments as a JSON object.',
  findCall: (text, start) => findMarker(text, '<', sign, start),
  readCall,
};

/**
 * The calls of DeepSeek: `name<｜tool▁sep｜>{…}` (V3.1), and `function<｜tool▁sep｜>name` with the arguments in a fence (V3,
 * R1, Cogito), between markers of which the outer or the inner one may be missing.
 */
export const deepseekGrammar: StepGrammar = {
  form: 'deepseek',
  wanted: deepseekForm.wanted,
  findSign: ({ text }, options) => deepseekForm.findCall(text, 0, options),
  read: ({ text }, facts, options) => readNativeCall(text, deepseekForm, facts, options),
};

/** Some servers write the bars and the spaces of the markers in ASCII. */
function markerPattern(words: string): string {
  return `<[|｜]${words.replaceAll(' ', '[▁_ ]')}[|｜]>`;
}

function readCall(text: string, start: number): CallReading {
  const openingEnd = skipPattern(text, start, opening);
  separated.lastIndex = openingEnd;
  const match = separated.exec(text);
  if (match === null) {
    const message = 'Between the name of the tool and its arguments must stand <｜tool▁sep｜>.';
    return callFailure('missing_action_name', message);
  }
  const head = match[1]!.trim();
  const contentStart = skipSpace(text, separated.lastIndex);
  const isNameBehind = head === 'function' && !/[{`]/.test(text[contentStart] ?? '');
  const nameEnd = isNameBehind ? skipName(text, contentStart) : contentStart;
  const name = isNameBehind ? text.slice(contentStart, nameEnd).trim() : head;
  const argsStart = skipOpeningFence(text, skipSpace(text, nameEnd));
  const read = readArguments(text, argsStart);
  if (!read.ok) return read;
  const { end, ...call } = read;
  const fenceEnd = skipMarker(text, end, '```');
  return { ok: true, call: { ...call, name }, end: skipPattern(text, fenceEnd, ending) };
}

function skipPattern(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

function skipName(text: string, start: number): number {
  let position = start;
  while (position < text.length && /[^\n`{<]/.test(text[position]!)) position += 1;
  return position;
}

function skipOpeningFence(text: string, start: number): number {
  if (!text.startsWith('```', start)) return start;
  let position = start;
  while (position < text.length && /[`a-z]/i.test(text[position]!)) position += 1;
  return skipSpace(text, position);
}

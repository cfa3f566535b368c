import { isDeepStrictEqual } from 'node:util';
import { findJsonFault, type JsonFault } from './find-json-fault.ts';
import type { PeerReason } from './peer-reason.ts';

/** Why a text with this fault is refused, where others make something of it. */
const faults: Record<JsonFault, string> = {
  'no object': 'only objects are arguments, and nothing is made out of other text',
  'left open': 'nothing is closed for the model: what is missing would have come',
  'a quote too many or too few': 'where the string ends would be a guess that changes data',
  'text without quotes': 'what belongs to the text would be a guess',
  'typographic quotes': 'they are characters of texts as often as they are quotes',
  'a missing comma': 'two values in a row may be one that was torn apart',
  'a missing colon': 'what is key and what is value would be a guess',
  'a missing key or value': 'no key and no value is invented',
  'brackets that do not match': 'which bracket is the wrong one would be a guess',
  'members after the closing brace': 'a brace too many may have cut off members of the object',
  'an ellipsis': 'it stands for something that the model left out',
  'an unknown escape': 'whether the backslash belongs to the value would be a guess',
  'backslashes outside of a string': 'how often the text was escaped would be a guess',
  'no number of JSON5': 'which number, or which text, was meant would be a guess',
  'a key twice': 'which of the values counts would be a guess',
  'a call, a tuple or a set': 'what it becomes in JSON is up to the language it was written in',
  'a foreign comment': 'a "#" begins a comment in neither JSON5 nor JavaScript',
};

const faultReasons = Object.entries(faults).map(
  ([fault, why]): PeerReason => ({
    name: fault,
    why,
    applies: ({ input }, expectation, { refused }) =>
      refused && expectation.kind !== 'text' && findJsonFault(input) === fault,
  }),
);

/** Why `extractJson` reads otherwise than those that repair JSON. */
export const jsonReasons: readonly PeerReason[] = [
  {
    name: 'a list, a text or a number at the top',
    why: 'only objects are arguments',
    applies: (_case, expectation, { refused }) =>
      refused && expectation.kind === 'value' && !isObject(expectation.value),
  },
  {
    name: 'a list at the top that the peer unwraps or reads by a schema',
    why: 'only objects are arguments, and which item of a list was meant would be a guess',
    applies: ({ input }, _expectation, { reader, refused }) =>
      reader === 'extractJson' && refused && input.trimStart().startsWith('['),
  },
  {
    name: 'an integer beyond 2^53',
    why: 'it stays text, so that no digit is lost',
    applies: (_case, expectation, { reader, reading }) =>
      reader === 'extractJson' &&
      reading.ok &&
      expectation.kind === 'value' &&
      isDeepStrictEqual(mapTexts(reading.value, asNumber), expectation.value),
  },
  {
    name: 'a schema of the peer',
    why: 'the text is read as it is written; types are checked by the tool that it is for',
    applies: ({ input, options }, _expectation, { reader, reading }) =>
      (options?.schema !== undefined || options?.schema_repair_mode !== undefined) &&
      reader === 'extractJson' &&
      reading.ok &&
      findJsonFault(input) === undefined,
  },
  {
    name: 'white space at the end of a text',
    why: 'it is data',
    applies: (_case, expectation, { reader, reading }) =>
      reader === 'extractJson' &&
      reading.ok &&
      expectation.kind === 'value' &&
      isDeepStrictEqual(
        mapTexts(reading.value, (text) => text.trimEnd()),
        expectation.value,
      ),
  },
  {
    name: 'several values at the top',
    why: 'the object is what is meant; the caller has the text after it',
    applies: ({ input }, expectation, { reader, reading }) =>
      reader === 'extractJson' &&
      reading.ok &&
      reading.raw !== input.trim() &&
      input.includes(reading.raw) &&
      expectation.kind === 'value' &&
      Array.isArray(expectation.value),
  },
  ...faultReasons,
];

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An integer that was kept as text, as the inexact number that it is to others. */
function asNumber(text: string): unknown {
  return /^-?\d{16,}$/.test(text) ? Number(text) : text;
}

/** The value with every text in it replaced. */
function mapTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapTexts(member, replace)]),
  );
}

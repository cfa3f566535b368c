import { skipBlanks } from './blank.ts';
import { type StepLabel, stepLabels } from './step-labels.ts';

/** A label at the start of a line. */
export type LabelReading = {
  label: StepLabel;
  /** Where the text after the label begins. */
  contentStart: number;
  /** The label is only close to one that the loop writes, such as `Observations:`, `Observation (lookup):`. */
  isNear: boolean;
  /** Emphasis that was opened before the label and is closed after the text, as in `**Final Answer: 42**`. */
  openEmphasis: string;
};

/** How much of a line needs to be looked at for a label where lines may begin in their midst, behind a tag. */
export const longestLabelText = 256;

const labelsByWord: ReadonlyMap<string, StepLabel> = new Map(
  stepLabels.map((label) => [label.toLowerCase().replace(' ', ''), label]),
);

const longestWord = Math.max(...[...labelsByWord.keys()].map((word) => word.length));

/** What the first word of a label can be. Most lines begin otherwise, and are known by that to have none. */
const firstWords: ReadonlySet<string> = new Set([
  ...labelsByWord.keys(),
  ...stepLabels.map((label) => label.toLowerCase().split(' ')[0]!),
]);

const firstLetters: ReadonlySet<string> = new Set(
  [...firstWords].flatMap((word) => [word[0]!, word[0]!.toUpperCase()]),
);

/** The ASCII characters that a label can begin with, together with what may stand around it. */
const isLabelStart: readonly boolean[] = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return firstLetters.has(character) || '#*_`'.includes(character);
});

/**
 * Reads the label at the start of a line, if there is one. Tolerated are blanks, any case, markdown around the label
 * (`**Action:**`, `### Action:`), `ActionInput` and `action_input`, a number (`Action 2:`), blanks before the colon and
 * the full-width colon. `Observation` also has near forms: a plural, a remark in brackets, an equals sign. A quoted line (`> Action:`) or a list item (`- Action:`) is prose about a label, not a label.
 */
export function readLabel(
  text: string,
  lineStart: number,
  lineEnd: number,
): LabelReading | undefined {
  const blankEnd = skipBlanks(text, lineStart, lineEnd);
  if (isLabelStart[text.charCodeAt(blankEnd)] !== true) return undefined;
  const headingEnd = skipHeading(text, blankEnd, lineEnd);
  const wordStart = skipEmphasis(text, headingEnd, lineEnd);
  const word = readWord(text, wordStart, lineEnd);
  if (word === undefined) return undefined;

  const { label } = word;
  const numberEnd = skipDigits(text, skipBlanks(text, word.end, lineEnd), lineEnd);
  const remarkEnd = label === 'Observation' ? skipRemark(text, word.end, lineEnd) : word.end;
  const nameEnd = Math.max(numberEnd, remarkEnd);
  const closingEnd = skipEmphasis(text, nameEnd, lineEnd);
  const colon = skipBlanks(text, closingEnd, lineEnd);
  const isEqualsSign = label === 'Observation' && colon < lineEnd && text[colon] === '=';
  if (!isEqualsSign && (colon >= lineEnd || (text[colon] !== ':' && text[colon] !== '：'))) {
    return undefined;
  }

  const isNear = remarkEnd > word.end || isEqualsSign;
  const opened = text.slice(headingEnd, wordStart);
  const isClosed = opened === '' || closingEnd > nameEnd;
  if (isClosed) return { label, isNear, contentStart: colon + 1, openEmphasis: '' };
  const closing = [...opened].reverse().join('');
  return text.startsWith(closing, colon + 1)
    ? { label, isNear, contentStart: colon + 1 + closing.length, openEmphasis: '' }
    : { label, isNear, contentStart: colon + 1, openEmphasis: closing };
}

/** True while more text may make the beginning of a line a label, or may change where the text after its label begins. */
export function mayBecomeLabel(lineStart: string): boolean {
  const end = lineStart.length;
  const headingEnd = skipHeading(lineStart, skipBlanks(lineStart, 0, end), end);
  const wordStart = skipEmphasis(lineStart, headingEnd, end);
  if (wordStart === end) return true;
  const wordEnd = skipLetters(lineStart, wordStart, end);
  const word = lineStart.slice(wordStart, wordEnd).toLowerCase();
  if (wordEnd === end && longestWord > word.length) {
    return [...firstWords].some((first) => first.startsWith(word));
  }
  if (!firstWords.has(word)) return false;
  // A remark may hold colons, so only the whole line shows that it is none.
  if (word.startsWith('observation')) return readLabel(lineStart, 0, end) === undefined;
  const colon = lineStart.slice(wordEnd).search(/[:：]/);
  const emphasis = wordStart - headingEnd;
  return colon === -1 || end <= wordEnd + colon + emphasis;
}

/** Passes over what makes a near form of a label: a plural, and a number or a remark in brackets; else gives `start`. */
function skipRemark(text: string, start: number, end: number): number {
  const isPlural = start < end && (text[start] === 's' || text[start] === 'S');
  const pluralEnd = isPlural ? start + 1 : start;
  const numberEnd = skipDigits(text, skipBlanks(text, pluralEnd, end), end);
  const open = skipBlanks(text, numberEnd, end);
  const closing = open < end ? closingBrackets.get(text[open]!) : undefined;
  if (closing === undefined) return isPlural ? numberEnd : start;
  let position = open + 1;
  while (position < end && text[position] !== closing) position += 1;
  return position < end ? position + 1 : start;
}

const closingBrackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
]);

/** Reads the letters of a label, with blanks, underscores or a hyphen between its two words. */
function readWord(
  text: string,
  start: number,
  end: number,
): { label: StepLabel; end: number } | undefined {
  if (start >= end || !firstLetters.has(text[start]!)) return undefined;
  const firstEnd = skipLetters(text, start, end);
  const first = text.slice(start, firstEnd).toLowerCase();
  if (!firstWords.has(first)) return undefined;
  const secondStart = skipWordGap(text, firstEnd, end);
  const secondEnd = skipLetters(text, secondStart, end);
  const both = labelsByWord.get(first + text.slice(secondStart, secondEnd).toLowerCase());
  // A gap before the second word belongs to the label only when the second word does.
  if (both !== undefined && secondEnd > secondStart) return { label: both, end: secondEnd };
  const single = labelsByWord.get(first);
  return single === undefined ? undefined : { label: single, end: firstEnd };
}

/** Passes over ASCII letters, but no more than a label can have. */
function skipLetters(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + longestWord);
  let position = start;
  while (position < limit && isLetter(text.charCodeAt(position))) position += 1;
  return position;
}

function skipWordGap(text: string, start: number, end: number): number {
  const position = skipBlanks(text, start, end);
  const isJoined = position < end && (text[position] === '_' || text[position] === '-');
  return isJoined ? position + 1 : position;
}

function skipDigits(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isDigit(text.charCodeAt(position))) position += 1;
  return position;
}

function skipEmphasis(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isEmphasis(text.charCodeAt(position))) position += 1;
  return position;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** An asterisk, an underscore or a backtick. */
function isEmphasis(code: number): boolean {
  return code === 0x2a || code === 0x5f || code === 0x60;
}

function skipHeading(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && text[position] === '#') position += 1;
  return position === start ? start : skipBlanks(text, position, end);
}

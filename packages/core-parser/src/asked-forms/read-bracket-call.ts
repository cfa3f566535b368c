import type { Span } from '../json/json-cursor.ts';
import { skipBlanks } from '../text/blank.ts';

/** A name and, behind it, a bracket. */
export type BracketCall = Span & {
  name: string;
  /** What stands between the brackets; undefined when the bracket is never closed, or when there is none (`isBare`). */
  argument: Span | undefined;
  isBare: boolean;
};

const longestName = 128;

/**
 * Reads `name[argument]`, which may begin on a later line and stand in emphasis or backticks. Brackets inside the argument
 * belong to it when they are balanced. Undefined when no name with a bracket stands there. Linear in the text.
 */
export function readBracketCall(text: string, start: number, end: number): BracketCall | undefined {
  const opening = readOpening(text, start, end);
  if (opening === undefined) return undefined;
  const { markStart, nameStart, nameEnd, open } = opening;
  const name = text.slice(nameStart, nameEnd);
  const call = { name, start: nameStart, isBare: false };
  const close = findClosingBracket(text, open, end);
  if (close === undefined) return { ...call, argument: undefined, end };
  const closingMarks = [...text.slice(markStart, nameStart)].reverse().join('');
  const isMarked = text.startsWith(closingMarks, close + 1);
  return {
    ...call,
    argument: { start: open + 1, end: close },
    end: close + 1 + (isMarked ? closingMarks.length : 0),
  };
}

/** True when a name with a bracket stands there, whether or not the bracket is closed. */
export function beginsBracketCall(text: string, start: number): boolean {
  return readOpening(text, start, text.length) !== undefined;
}

function readOpening(
  text: string,
  start: number,
  end: number,
): { markStart: number; nameStart: number; nameEnd: number; open: number } | undefined {
  const markStart = skipSpace(text, start, end);
  const nameStart = skipMarks(text, markStart, end);
  const nameEnd = skipName(text, nameStart, end);
  const open = skipBlanks(text, nameEnd, end);
  if (nameEnd === nameStart || open >= end || text[open] !== '[') return undefined;
  return { markStart, nameStart, nameEnd, open };
}

/** True when a name with a bracket stands anywhere in the text. */
export function holdsBracketCall(text: string): boolean {
  let open = text.indexOf('[');
  while (open !== -1) {
    if (open > 0 && isNameCharacter(text[open - 1]!)) return true;
    open = text.indexOf('[', open + 1);
  }
  return false;
}

function findClosingBracket(text: string, open: number, end: number): number | undefined {
  let depth = 0;
  for (let position = open; position < end; position += 1) {
    const character = text[position];
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth === 0) return position;
  }
  return undefined;
}

function skipSpace(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && /\s/.test(text[position]!)) position += 1;
  return position;
}

function skipMarks(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && /[*`]/.test(text[position]!)) position += 1;
  return position;
}

/** Passes over a name, which begins with a letter or an underscore. */
function skipName(text: string, start: number, end: number): number {
  if (start >= end || !/[\p{L}_]/u.test(text[start]!)) return start;
  const limit = Math.min(end, start + longestName);
  let position = start;
  while (position < limit && isNameCharacter(text[position]!)) position += 1;
  return position;
}

/** True for a character of the name of a tool. */
export function isNameCharacter(character: string): boolean {
  return /[\p{L}\p{N}_.-]/u.test(character);
}

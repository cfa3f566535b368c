import type { JsonObject } from '@loopwright/core-parser';
import type { Path, Validation } from './validation.ts';

/** A longer text is not run through a pattern, and refused: few patterns are linear. */
const maxPatternChars = 10_000;
/** How far, relative to its size, a quotient may be from a whole number: 0.3 is a multiple of 0.1. */
const tolerance = 4 * Number.EPSILON;

export function checkString(
  validation: Validation,
  schema: JsonObject,
  value: string,
  path: Path,
): void {
  const { minLength, maxLength, pattern } = schema;
  const { report } = validation;
  if (minLength !== undefined || maxLength !== undefined) {
    if (!validation.spend(value.length)) return;
    const length = countCharacters(value);
    if (typeof minLength === 'number' && length < minLength) {
      report(path, `must have at least ${minLength} characters`);
    }
    if (typeof maxLength === 'number' && length > maxLength) {
      report(path, `must have at most ${maxLength} characters`);
    }
  }
  if (typeof pattern !== 'string') return;
  const matches = matchesPattern(validation, pattern, value, path);
  if (!matches) report(path, () => `must match the pattern ${pattern}`);
}

/** Whether a text matches; true, in doubt, for a pattern that is ignored. */
export function matchesPattern(
  validation: Validation,
  pattern: string,
  text: string,
  path: Path,
): boolean {
  const expression = validation.schema.patterns.get(pattern);
  if (expression === undefined) {
    validation.doubt();
    return true;
  }
  // Neither answer would do: under `not` one of them lets everything pass.
  if (text.length > maxPatternChars) {
    validation.giveUp(
      path,
      `is too long for a pattern, which is run on at most ${maxPatternChars} characters`,
    );
    return false;
  }
  return validation.spend(text.length) && expression.test(text);
}

export function checkNumber(
  { report }: Validation,
  schema: JsonObject,
  value: number,
  path: Path,
): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) report(path, `must be at least ${minimum}`);
  if (typeof maximum === 'number' && value > maximum) report(path, `must be at most ${maximum}`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    report(path, `must be more than ${exclusiveMinimum}`);
  }
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) {
    report(path, `must be less than ${exclusiveMaximum}`);
  }
  if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf)) {
    report(path, `must be a multiple of ${multipleOf}`);
  }
}

function isMultiple(value: number, factor: number): boolean {
  if (value % factor === 0) return true;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(factor)) return false;
  const quotient = value / factor;
  // An overflow: only what is whole can be that large.
  if (!Number.isFinite(quotient)) return Number.isInteger(value);
  return Math.abs(quotient - Math.round(quotient)) <= tolerance * Math.abs(quotient);
}

/** JSON Schema counts characters, where JavaScript counts halves of some. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

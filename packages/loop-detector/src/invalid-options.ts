import { describe, invalidOptions } from '@loopwright/core-parser/option-checks';

/** Returns `value` when it is a number between 0 and 1, and throws otherwise. */
export function requireFraction(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalidOptions(`${name} must be a number from 0 to 1, not ${describe(value)}.`);
}

/** Throws when `value` is there and not of the wanted type. */
export function requireType(name: string, value: unknown, wanted: 'function' | 'string'): void {
  if (value === undefined || typeof value === wanted) return;
  throw invalidOptions(`${name} must be a ${wanted}, not ${describe(value)}.`);
}

/** Throws when `value` is no list of names or, where that is `allowed` as well, a function. */
export function requireNames(name: string, value: unknown, allowed?: 'or a function'): void {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return;
  if (allowed !== undefined && typeof value === 'function') return;
  const wanted = allowed === undefined ? 'a list of names' : `a list of names ${allowed}`;
  throw invalidOptions(`${name} must be ${wanted}, not ${describe(value)}.`);
}

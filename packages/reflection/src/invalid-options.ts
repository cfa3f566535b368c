import { invalidOptions } from '@loopwright/core-parser/option-checks';

/** Returns `value` when it is a number of at least `least`, and throws otherwise. */
export function requireNumber(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
  throw invalidOptions(`${name} must be a number of at least ${least}, not ${String(value)}.`);
}

/** Returns `value` when it is a function or undefined, and throws otherwise. */
export function requireFunction<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === 'function') return value;
  throw invalidOptions(`${name} must be a function, not ${String(value)}.`);
}

/** Returns `value` when it is a list of texts or undefined, and throws otherwise. */
export function requireNames<Value>(name: string, value: Value): Value {
  if (value === undefined || isListOfTexts(value)) return value;
  throw invalidOptions(`${name} must be a list of names, such as ["search"], not ${shown(value)}.`);
}

/** Returns `value` when it is undefined or an object of such values as are wanted, and throws otherwise. */
export function requireByName<Value>(name: string, value: Value, of: 'name' | 'names'): Value {
  const isWanted = of === 'name' ? (each: unknown) => typeof each === 'string' : isListOfTexts;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (value === undefined) return value;
  if (isObject && Object.values(value).every(isWanted)) return value;
  const wanted = of === 'name' ? 'one name' : 'a list of names';
  throw invalidOptions(`${name} must be an object that gives ${wanted} for each tool.`);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : typeof value;
}

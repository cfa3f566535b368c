import { invalidOptions } from '@loopwright/core-parser/option-checks';

/** Returns `value` when it is a text with more than white space in it, and throws otherwise. */
export function requireText(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  const got = typeof value === 'string' ? 'an empty one' : typeof value;
  throw invalidOptions(`${name} must be a text, not ${got}.`);
}

/** Returns `value` when it is an object, and throws otherwise. */
export function requireObject<Value>(name: string, value: Value): Value & object {
  if (typeof value === 'object' && value !== null) return value;
  throw invalidOptions(`${name} must be an object, not ${value === null ? 'null' : typeof value}.`);
}

/** Returns `value` when it is a list of objects, and throws otherwise. */
export function requireList<Value extends readonly unknown[]>(name: string, value: Value): Value {
  if (!Array.isArray(value)) {
    throw invalidOptions(`${name} must be a list, not ${value === null ? 'null' : typeof value}.`);
  }
  for (const [index, each] of value.entries()) requireObject(`${name}[${index}]`, each);
  return value;
}

/** Returns `value` when it is a function, and throws otherwise. */
export function requireFunction<Value>(name: string, value: Value): Value {
  if (typeof value === 'function') return value;
  throw invalidOptions(`${name} must be a function, not ${typeof value}.`);
}

const marker = Symbol.for('@loopwright/planner/invalid-options');

/** The error thrown for options and arguments that cannot be meant: `code` is `invalid_options`. */
export type InvalidOptionsError = Error & { readonly code: 'invalid_options' };

/** Recognises an {@link InvalidOptionsError}, also one thrown by another copy of this package. */
export function isInvalidOptions(error: unknown): error is InvalidOptionsError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** Makes the error. */
export function invalidOptions(message: string): InvalidOptionsError {
  const error = new Error(message);
  error.name = 'InvalidOptionsError';
  return Object.assign(error, { code: 'invalid_options' as const, [marker]: true });
}

/** Returns `value` when it is an integer of at least `least`, and throws otherwise. */
export function requireInteger(name: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && Number(value) >= least) return Number(value);
  throw invalidOptions(`${name} must be an integer of at least ${least}, not ${String(value)}.`);
}

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

/** Returns `value` when it is one of the allowed ones, and throws otherwise. */
export function requireOneOf<Allowed extends string | boolean>(
  name: string,
  value: unknown,
  allowed: readonly Allowed[],
): Allowed {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw invalidOptions(`${name} must be one of ${allowed.join(', ')}, not ${String(value)}.`);
}

/** Throws when an option has a name that is none of those of `known`: a misspelt option would have no effect. */
export function requireKnownOptions(options: object, known: Readonly<Record<string, true>>): void {
  requireObject('options', options);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).join(', ');
  throw invalidOptions(`There is no option ${JSON.stringify(unknown)}. The options are ${names}.`);
}

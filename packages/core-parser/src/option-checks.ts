const marker = Symbol.for('@loopwright/invalid-options');

/** The error thrown for options that cannot be meant: `code` is `invalid_options`. */
export type InvalidOptionsError = Error & { readonly code: 'invalid_options' };

/** Recognises an {@link InvalidOptionsError}, also one thrown by another copy or another package. */
export function isInvalidOptions(error: unknown): error is InvalidOptionsError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** Makes the error. */
export function invalidOptions(message: string): InvalidOptionsError {
  const error = new Error(message);
  error.name = 'InvalidOptionsError';
  return Object.assign(error, { code: 'invalid_options' as const, [marker]: true });
}

/** Returns `value` when it is an integer between `least` and `most`, and throws otherwise. */
export function requireInteger(
  name: string,
  value: unknown,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw invalidOptions(`${name} must be an integer ${range}, not ${describe(value)}.`);
}

/** Throws when `value` is no object with named members. */
export function requireObject(name: string, value: unknown): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw invalidOptions(`${name} must be an object, not ${describe(value)}.`);
}

/**
 * Throws when the options are no object, or when one has a name that is none of those of `known`: a misspelt option
 * would have no effect.
 */
export function requireKnownOptions(options: object, known: Readonly<Record<string, true>>): void {
  requireObject('The options', options);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).join(', ');
  throw invalidOptions(`There is no option ${JSON.stringify(unknown)}. The options are ${names}.`);
}

/** Returns `value` when it is one of the allowed ones, and throws otherwise. */
export function requireOneOf<Allowed extends string | boolean>(
  name: string,
  value: unknown,
  allowed: readonly Allowed[],
): Allowed {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw invalidOptions(`${name} must be one of ${allowed.join(', ')}, not ${describe(value)}.`);
}

/** A value in words, for the message of such an error. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

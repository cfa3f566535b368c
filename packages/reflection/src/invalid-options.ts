const marker = Symbol.for('@loopwright/reflection/invalid-options');

/** The error thrown for options that cannot be meant: `code` is `invalid_options`. */
export type InvalidOptionsError = Error & { readonly code: 'invalid_options' };

/** Recognises an {@link InvalidOptionsError}, also one thrown by another copy of this package. */
export function isInvalidOptions(error: unknown): error is InvalidOptionsError {
  return typeof error === 'object' && error !== null && marker in error;
}

function invalidOptions(message: string): InvalidOptionsError {
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
  throw invalidOptions(`${name} must be an integer ${range}, not ${String(value)}.`);
}

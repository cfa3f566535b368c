const marker = Symbol.for('@loopwright/core-parser/invalid-options');

/** The error thrown for options that cannot be meant: `code` is `invalid_options`. */
export type InvalidOptionsError = Error & { readonly code: 'invalid_options' };

/** Recognises an {@link InvalidOptionsError}, also one thrown by another copy of this package. */
export function isInvalidOptions(error: unknown): error is InvalidOptionsError {
  return typeof error === 'object' && error !== null && marker in error;
}

export function invalidOptions(message: string): InvalidOptionsError {
  const error = new Error(message);
  error.name = 'InvalidOptionsError';
  return Object.assign(error, { code: 'invalid_options' as const, [marker]: true });
}

import type { ModelError } from '@loopwright/agent-run';

const brand = Symbol.for('@loopwright/providers/ModelCallError');

/** What every model of this package rejects with, and nothing else. */
export type ModelCallError = Error & ModelError & { readonly provider: string };

/** Makes the error of a failed model call. What is undefined is left out. */
export function modelCallError(
  fields: { [Name in keyof ModelError]: ModelError[Name] | undefined } & {
    kind: ModelError['kind'];
    message: string;
    retryable: boolean;
    provider: string;
  },
): ModelCallError {
  const { message, ...rest } = fields;
  const error = new Error(message);
  error.name = 'ModelCallError';
  const known = Object.entries(rest).filter(([, value]) => value !== undefined);
  return Object.assign(error, Object.fromEntries(known), {
    [brand]: true,
  }) as Error as ModelCallError;
}

/** True for a {@link ModelCallError}, also one of another copy of this package. */
export function isModelCallError(value: unknown): value is ModelCallError {
  try {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, brand);
  } catch {
    // A proxy may throw on any question.
    return false;
  }
}

import { describeError } from '@loopwright/tool-registry';
import { toModelCallError } from './classify-failure.ts';
import { readFailure } from './failure-facts.ts';
import { type ModelCallError, modelCallError } from './model-call-error.ts';

const maxReadChars = 1_000;
const maxShownChars = 80;

/** The error for a response of status 200 whose body is no reply: an error in disguise, a page, nothing at all. */
export function unexpectedBody(body: unknown, provider: string): ModelCallError {
  const isError = typeof body === 'object' && body !== null && 'error' in body;
  const error = isError ? toModelCallError(body, provider) : undefined;
  if (error && error.kind !== 'unknown') return error;
  const what = error?.message ?? describeBody(body);
  return modelCallError({
    kind: 'malformed_reply',
    message: `${provider} answered with something that is no reply: ${what}`,
    retryable: true,
    requestId: readFailure(body).requestId,
    provider,
  });
}

function describeBody(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body !== 'string' || body.trim() === '') return typeof body;
  // A page may show what was sent to it, such as a key: it is masked before it is cut.
  const { message } = describeError(body.trimStart().slice(0, maxReadChars));
  return `string ${message.slice(0, maxShownChars).toWellFormed()}`;
}

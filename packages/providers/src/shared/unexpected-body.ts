import { toModelCallError } from './classify-failure.ts';
import { type ModelCallError, modelCallError } from './model-call-error.ts';

const maxShownChars = 80;

/** The error for a response of status 200 whose body is no reply: an error in disguise, a page, nothing at all. */
export function unexpectedBody(body: unknown, provider: string): ModelCallError {
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const error = toModelCallError(body, provider);
    if (error.kind !== 'unknown') return error;
  }
  const shown = typeof body === 'string' ? body.trimStart().slice(0, maxShownChars) : '';
  const what = body === undefined || body === '' ? 'an empty body' : `${typeof body} ${shown}`;
  return modelCallError({
    kind: 'malformed_reply',
    message: `${provider} answered with something that is no reply: ${what.trim()}`,
    retryable: true,
    provider,
  });
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureFacts } from '../src/index.ts';
import { classifyFailure, failureClasses } from '../src/index.ts';

function outline(error: string | FailureFacts | undefined): string {
  const { reason, retryable } = classifyFailure(error);
  return `${reason}, ${retryable ? 'retry' : 'no retry'}`;
}

describe('classifyFailure', () => {
  it.each([
    ['Entity not found: atlantis', 'not_found, no retry'],
    ['the entity does not exist', 'not_found, no retry'],
    ['invalid argument', 'invalid_arguments, no retry'],
    ['request timeout', 'timeout, retry'],
    ['the call timed out', 'timeout, retry'],
    ['temporarily unavailable', 'unavailable, retry'],
    ['rate limit exceeded', 'rate_limit, retry'],
    ['something broke', 'unknown, retry'],
    ['', 'unknown, retry'],
  ])('F1: reads the text "%s" as %s', (message, expected) => {
    expect(outline(message)).toBe(expected);
    expect(outline({ message })).toBe(expected);
  });

  it.each([
    ['Invalid timeout value: -5', 'invalid_arguments, no retry'],
    ['timeout must be a positive number', 'invalid_arguments, no retry'],
    ['timeout_ms is required', 'invalid_arguments, no retry'],
    ['Entity not found: timeout', 'not_found, no retry'],
    ['Timeout: invalid response from upstream', 'timeout, retry'],
    ['order 503 not found', 'not_found, no retry'],
    ['429 items could not be priced', 'unknown, retry'],
  ])(
    'F1: words are read in their place and digits are no status: "%s" is %s',
    (message, expected) => {
      expect(outline(message)).toBe(expected);
    },
  );

  it('F1: the code is stronger than the text', () => {
    expect(outline({ code: 'NOT_FOUND', message: 'request timeout' })).toBe('not_found, no retry');
    expect(outline({ code: 'ETIMEDOUT', message: 'host not found' })).toBe('timeout, retry');
    expect(outline({ code: 'rate-limit-exceeded' })).toBe('rate_limit, retry');
    expect(outline({ code: 'failed', message: 'invalid input' })).toBe(
      'invalid_arguments, no retry',
    );
  });

  it.each([
    [400, 'invalid_arguments, no retry'],
    [401, 'unauthenticated, no retry'],
    [404, 'not_found, no retry'],
    [408, 'timeout, retry'],
    [409, 'unavailable, retry'],
    [418, 'rejected, no retry'],
    [429, 'rate_limit, retry'],
    [500, 'unavailable, retry'],
    [501, 'rejected, no retry'],
    [503, 'unavailable, retry'],
    [200, 'not_found, no retry'],
  ])('F1: the status %i is stronger than the text: %s', (status, expected) => {
    expect(outline({ status, message: 'not found' })).toBe(expected);
    expect(outline({ code: status, message: 'not found' })).toBe(expected);
  });

  it('F1: the explicit flag and the class are stronger than everything', () => {
    expect(outline({ retryable: false, code: 'ETIMEDOUT' })).toBe('rejected, no retry');
    expect(outline({ retryable: true, code: 'NOT_FOUND' })).toBe('unavailable, retry');
    expect(outline({ class: 'permanent', message: 'timeout' })).toBe('rejected, no retry');
    expect(outline({ class: 'transient', message: 'not found' })).toBe('unavailable, retry');
    expect(outline({ class: 'permanent', message: 'not found' })).toBe('not_found, no retry');
    expect(outline({ class: 'quota', message: 'rate limit' })).toBe('rate_limit, retry');
    expect(outline({ class: 'quota', message: 'billing' })).toBe('quota, no retry');
    expect(outline({ class: 'no such class', message: 'timeout' })).toBe('timeout, retry');
    expect(outline({ class: 'unknown', message: 'access denied' })).toBe('denied, no retry');
    expect(outline({ class: 'unknown', code: 'thrown', message: 'hm' })).toBe('unknown, retry');
  });

  it('F1: causes come before the text, and a circle of causes ends', () => {
    const cause = { code: 'ECONNRESET' };
    expect(outline({ message: 'not found', cause: { cause } })).toBe('unavailable, retry');
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(outline({ message: 'not found', cause: circle })).toBe('not_found, no retry');
    expect(outline({ type: 'TimeoutError', message: 'oops' })).toBe('timeout, retry');
  });

  it('F1: never throws on foreign values, and an outcome nobody knows is never retried', () => {
    const hostile = {
      get code(): string {
        throw new Error('no');
      },
    };
    expect(outline({ cause: hostile, message: 'timeout' })).toBe('timeout, retry');
    expect(outline(undefined)).toBe('unknown, retry');
    expect(outline({ code: 'unknown_outcome' })).toBe('unknown_outcome, no retry');
    expect(outline({ class: 'aborted' })).toBe('aborted, no retry');
  });

  it('REFL-001: "timed out" is a timeout, however it is spelt', () => {
    expect(outline({ message: 'The request timed out after half a minute' })).toBe(
      'timeout, retry',
    );
  });

  it('REFL-002: digits in a message never make a failure retryable', () => {
    expect(outline({ status: 400, message: 'an image of 1502 by 1502 is too big' })).toBe(
      'invalid_arguments, no retry',
    );
    expect(outline({ status: 404, message: 'there is no model x-0429' })).toBe(
      'not_found, no retry',
    );
    expect(outline({ status: 401, message: 'the key sk-502 is wrong' })).toBe(
      'unauthenticated, no retry',
    );
    expect(classifyFailure({ message: 'at most 503 px wide' }).class).toBe('unknown');
  });

  it.each([
    'The service returned an invalid response (502 bad gateway)',
    'Invalid response: HTTP 503',
    'Invalid JSON from upstream, status code 500',
    'No results, please try again later',
    'Not found in the index yet. Try again in 5 minutes.',
  ])('REFL-002: words that say that it passes outweigh "invalid" and "no results": %s', (text) => {
    expect(outline(text)).toBe('unavailable, retry');
  });

  it.each([
    ['Invalid date. Correct it and try again.', 'invalid_arguments, no retry'],
    ['order 503 not found', 'not_found, no retry'],
    ['Invalid code: HTTP 422', 'invalid_arguments, no retry'],
    ['No results for "bad gate"', 'not_found, no retry'],
  ])('REFL-002: nothing outweighs them in: %s', (text, expected) => {
    expect(outline(text)).toBe(expected);
  });

  it('REFL-003: a status is stronger than the word "invalid"', () => {
    expect(outline({ status: 504, message: 'the upstream gave an invalid response' })).toBe(
      'timeout, retry',
    );
  });

  it('REFL-005: text in another language decides nothing; status and code do', () => {
    expect(outline({ status: 503, message: '服务暂时不可用' })).toBe('unavailable, retry');
    expect(outline({ code: 'ENOTFOUND', message: 'getaddrinfo' })).toBe('unavailable, retry');
    expect(outline({ message: 'Zeitüberschreitung' })).toBe('unknown, retry');
  });

  it('F1: a call that no limit let start is not a timeout, whatever class it was given', () => {
    expect(outline({ class: 'timeout', code: 'not_enough_time' })).toBe('limit, no retry');
    expect(outline({ class: 'quota', code: 'call_limit' })).toBe('limit, no retry');
  });

  it("F1: the caller's own classification is asked first, and sees the facts", () => {
    const facts = { code: 'ETIMEDOUT', message: 'hm', details: { rows: 0 } };
    const seen: unknown[] = [];
    const own = classifyFailure(facts, {
      classify: (given) => {
        seen.push(given);
        return 'permanent';
      },
    });
    expect(own).toEqual({ class: 'permanent', reason: 'rejected', retryable: false });
    expect(seen).toEqual([facts]);
    expect(classifyFailure({ retryable: false }, { classify: () => 'timeout' })).toMatchObject({
      class: 'timeout',
      retryable: true,
    });
    expect(classifyFailure(facts, { classify: () => undefined })).toEqual(classifyFailure(facts));
  });

  it('F1: a classification outside the closed set, or one that throws, is reported and not used', () => {
    const facts = { code: 'ETIMEDOUT' };
    const bySelf = classifyFailure(facts);
    const odd = classifyFailure(facts, { classify: () => 'flaky' as never });
    expect(odd).toEqual({ ...bySelf, classifierFault: 'classify returned no class of failures' });
    const throwing = () => {
      throw new Error('no');
    };
    expect(classifyFailure(facts, { classify: throwing })).toEqual({
      ...bySelf,
      classifierFault: 'classify threw',
    });
  });

  it('F1: any input has a class, and equal inputs have the same one', () => {
    const facts = fc.record(
      {
        code: fc.oneof(fc.string(), fc.integer()),
        status: fc.double(),
        class: fc.constantFrom(...failureClasses, 'other'),
        retryable: fc.boolean(),
        message: fc.string(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), facts), (error) => {
        const failure = classifyFailure(error);
        expect(failureClasses).toContain(failure.class);
        expect(classifyFailure(error)).toEqual(failure);
      }),
    );
  });

  it('F1: reads a huge message in linear time', () => {
    expect(outline(`${'timeout '.repeat(500_000)}`)).toBe('timeout, retry');
  });

  it.each([
    [{ status: 403 }, 'denied'],
    [{ code: 'permission_denied' }, 'denied'],
    [{ code: 'token_expired' }, 'unauthenticated'],
    [{ status: 407 }, 'unauthenticated'],
    [{ class: 'policy', message: '401 Unauthorized: token expired' }, 'unauthenticated'],
    [{ message: 'Your session has expired' }, 'unauthenticated'],
    [{ message: 'forbidden' }, 'denied'],
  ])('F1: %j is %s: who is not signed in can sign in, who is forbidden cannot', (facts, reason) => {
    expect(classifyFailure(facts)).toMatchObject({ class: 'policy', reason, retryable: false });
  });

  it('F3: what only words tell is a guess, and what anything else confirms is none', () => {
    expect(classifyFailure('invalid response')).toHaveProperty('guessed', true);
    for (const confirmed of [{ status: 400 }, { class: 'permanent' }, { retryable: false }]) {
      const failure = classifyFailure({ message: 'invalid response', ...confirmed });
      expect(failure).not.toHaveProperty('guessed');
    }
    expect(classifyFailure('hm')).not.toHaveProperty('guessed');
    expect(classifyFailure('invalid', { classify: () => 'permanent' })).not.toHaveProperty(
      'guessed',
    );
  });

  it.each([{ maxRetryAfterMs: Number.NaN }, { maxRetryAfterMs: -1 }, { now: Number.NaN }])(
    'F1: options that cannot be meant are refused: %o',
    (options) => {
      expect(() => classifyFailure('x', options)).toThrow(
        expect.objectContaining({ code: 'invalid_options' }),
      );
    },
  );
});

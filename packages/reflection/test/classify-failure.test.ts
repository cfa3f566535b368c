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
    [401, 'denied, no retry'],
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
});

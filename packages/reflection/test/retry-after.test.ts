import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureFacts, ReflectorOptions } from '../src/index.ts';
import { classifyFailure, Reflector, readRetryAfter } from '../src/index.ts';

const now = Date.UTC(2026, 9, 21, 7, 0, 0);

function outline(error: FailureFacts) {
  const { reason, retryable, retryAfterMs } = classifyFailure(error, { now });
  return `${reason}, ${retryable ? 'retry' : 'no retry'}, ${retryAfterMs}`;
}

function reflect(
  error: FailureFacts,
  options: ReflectorOptions = {},
  available: string[] = ['search', 'lookup'],
) {
  const action = { name: 'search', parameters: { q: 'x' } };
  return new Reflector(options).reflect(action, { success: false, error }, available, '', { now });
}

describe('readRetryAfter', () => {
  it.each([
    ['5', 5000],
    ['0', 0],
    ['1.5', 1500],
    [' 30 ', 30_000],
    [7, 7000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 28 * 60_000],
    ['2026-10-21T07:00:10Z', 10_000],
    [new Date(now + 5), 5],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['34s', 34_000],
    ['1m30s', 90_000],
    ['soon', undefined],
    ['-3', undefined],
    ['', undefined],
    ['5 apples', undefined],
    ['1e99', undefined],
    ['9'.repeat(400), undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [new Date(Number.NaN), undefined],
    [null, undefined],
  ])('REFL-013: reads %j as %j', (value, expected) => {
    expect(readRetryAfter(value, now)).toBe(expected);
  });

  it('REFL-013: a date tells nothing to a caller without a clock', () => {
    expect(readRetryAfter('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined();
    expect(readRetryAfter('5')).toBe(5000);
  });

  it('REFL-013: whatever the value is, the delay is finite and not negative, or there is none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string()), fc.integer({ min: 0 }), (value, at) => {
        const delay = readRetryAfter(value, at);
        expect(delay === undefined || (Number.isFinite(delay) && delay >= 0)).toBe(true);
      }),
    );
  });
});

describe('how long a failure asks to wait', () => {
  it.each<[FailureFacts, number | undefined]>([
    [{ retryAfterMs: 250 }, 250],
    [{ retryAfterMs: -1, message: 'retry after 2 s' }, 2000],
    [{ headers: { 'Retry-After': '3' } }, 3000],
    [{ headers: new Headers({ 'retry-after': '4' }) }, 4000],
    [{ headers: { 'retry-after-ms': '1250', 'retry-after': '9' } }, 1250],
    [{ headers: { 'retry-after': 'Wed, 21 Oct 2026 07:00:09 GMT' } }, 9000],
    [{ details: { headers: { 'retry-after': ['6'] } } }, 6000],
    [{ details: [{ kind: 'RetryInfo', retryDelay: '34s' }] }, 34_000],
    [{ details: { error: { retry_after: 1.5 } } }, 1500],
    [{ details: { response: { headers: new Headers({ 'retry-after': '8' }) } } }, 8000],
    [{ message: 'Retry-After: 30' }, 30_000],
    [{ message: 'Rate limit reached. Please try again in 6m0s.' }, 360_000],
    [{ message: 'Used up. Resets in 12 days.' }, 12 * 86_400_000],
    [{ message: 'wait 500 ms' }, 500],
    [{ message: 'wait 500' }, undefined],
    [{ message: 'order 503 not found' }, undefined],
    [{ headers: 'retry-after: 5', details: 'retry' }, undefined],
  ])('F1: %j asks for %j ms', (facts, expected) => {
    expect(classifyFailure(facts, { now }).retryAfterMs).toBe(expected);
  });

  it('F1: without a clock a date counts from the Date header beside it', () => {
    const headers = {
      date: 'Wed, 21 Oct 2026 07:28:00 GMT',
      'retry-after': 'Wed, 21 Oct 2026 07:28:20 GMT',
    };
    expect(classifyFailure({ headers }).retryAfterMs).toBe(20_000);
  });

  it('F1: never throws on foreign values, circles included', () => {
    const circle: { error?: unknown } = {};
    circle.error = circle;
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    expect(outline({ details: circle, headers: hostile, message: 'timeout' })).toBe(
      'timeout, retry, undefined',
    );
    expect(outline({ details: hostile, message: 'timeout' })).toBe('timeout, retry, undefined');
  });

  it('F1: reads a huge message in linear time', () => {
    expect(outline({ message: 'retry after '.repeat(500_000) })).toBe('unknown, retry, undefined');
  });
});

describe('a delay and what follows from it', () => {
  it('REFL-025: how long to wait tells a rate limit from a quota, not the words', () => {
    const used = '已达到使用上限';
    expect(outline({ status: 429, headers: { 'retry-after': '2940' }, message: used })).toBe(
      'quota, no retry, 2940000',
    );
    expect(outline({ status: 429, headers: { 'retry-after': '5' }, message: used })).toBe(
      'rate_limit, retry, 5000',
    );
    expect(outline({ message: 'You exceeded your current quota, retry in 34s' })).toBe(
      'rate_limit, retry, 34000',
    );
    expect(outline({ class: 'transient', message: 'rate limit', retryAfterMs: 2_940_000 })).toBe(
      'quota, no retry, 2940000',
    );
    expect(outline({ class: 'quota', message: 'hm', retryAfterMs: 10 })).toBe(
      'rate_limit, retry, 10',
    );
    // A code that names the quota, and a class that was given for another cause, are stronger.
    expect(outline({ code: 'insufficient_quota', retryAfterMs: 10 })).toBe('quota, no retry, 10');
    expect(outline({ class: 'permanent', message: 'rate limit', retryAfterMs: 10 })).toBe(
      'rejected, no retry, 10',
    );
  });

  it('F1: a retry is recommended with the delay as data', () => {
    const reflection = reflect({ status: 429, retryAfterMs: 5000 });
    expect(reflection).toMatchObject({ decision: 'retry', retryAfterMs: 5000 });
    expect(reflect({ status: 429 })).not.toHaveProperty('retryAfterMs');
  });

  it('F1: a delay beyond the cap leads to an alternative or to an end, and the lesson says so', () => {
    const long = { status: 503, headers: { 'retry-after': '120' } };
    const reflection = reflect(long);
    expect(reflection).toMatchObject({
      decision: 'alternative',
      alternativeAction: { name: 'lookup' },
      lessonLearned: 'The tool failed for the time being: search. It asks to wait 120 seconds.',
    });
    expect(reflection).not.toHaveProperty('retryAfterMs');
    expect(reflect(long, {}, ['search']).decision).toBe('escalate');
    expect(reflect(long, { maxRetryAfterMs: 120_000 })).toMatchObject({
      decision: 'retry',
      retryAfterMs: 120_000,
    });
    expect(reflect({ status: 429, retryAfterMs: 1 }, { maxRetryAfterMs: 0 }).decision).toBe(
      'alternative',
    );
  });

  it('F1: no delay that is recommended is beyond the cap', () => {
    const delay = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(delay, delay, (retryAfterMs, maxRetryAfterMs) => {
        const error = { code: 'ETIMEDOUT', retryAfterMs };
        const reflection = reflect(error, { maxRetryAfterMs });
        expect(reflection.decision === 'retry').toBe(retryAfterMs <= maxRetryAfterMs);
        expect(reflection.retryAfterMs ?? 0).toBeLessThanOrEqual(maxRetryAfterMs);
      }),
    );
  });

  it('F1: a clock that is no number is none', () => {
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
    for (const now of [Number.NaN, -Infinity, Infinity]) {
      expect(readRetryAfter(date, now)).toBeUndefined();
    }
  });
});

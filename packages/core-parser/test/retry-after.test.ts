import { describe, expect, it } from 'vitest';
import { readHeader, readRetryAfter, retryAfterOf } from '../src/index.ts';

describe('retryAfterOf', () => {
  it('reads the wait where the failure says it, the most exact word first', () => {
    const everywhere = {
      retryAfterMs: 1,
      headers: { 'Retry-After': '2' },
      details: { error: { retry_after: 3 } },
      message: 'try again in 4s',
    };
    expect(retryAfterOf(everywhere)).toBe(1);
    expect(retryAfterOf({ ...everywhere, retryAfterMs: undefined })).toBe(2000);
    const { details, message } = everywhere;
    expect(retryAfterOf({ details, message })).toBe(3000);
    expect(retryAfterOf({ message })).toBe(4000);
    expect(retryAfterOf({})).toBeUndefined();
  });

  it('finds the wait in the details of a list in the body of an error', () => {
    const body = { error: { details: [{ reason: 'x' }, { retryDelay: '7s' }] } };
    expect(retryAfterOf({ details: body })).toBe(7000);
  });

  it('is total: a revoked proxy and getters that throw say nothing', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = {
      get headers() {
        throw new Error('trap');
      },
    };
    for (const value of [proxy, trap, [proxy], { error: proxy }]) {
      expect(retryAfterOf({ headers: value, details: value })).toBeUndefined();
      expect(readRetryAfter(value)).toBeUndefined();
    }
  });
});

describe('readHeader', () => {
  it('knows headers as an object of the platform and as a plain one with names of any case', () => {
    expect(readHeader(new Headers({ 'Request-Id': 'r1' }), 'request-id')).toBe('r1');
    expect(readHeader({ 'Request-ID': ['r2', 'r3'] }, 'request-id')).toBe('r2');
    expect(readHeader({ other: 'x' }, 'request-id')).toBeUndefined();
    expect(readHeader('no headers', 'request-id')).toBeUndefined();
  });
});

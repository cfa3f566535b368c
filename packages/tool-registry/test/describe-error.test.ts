import { describe, expect, it } from 'vitest';
import { describeError, redactSecrets } from '../src/index.ts';
import { dispatchOne, errorOf, toolThat } from './support.ts';

const throwing = (thrown: unknown) =>
  dispatchOne(
    toolThat(() => {
      throw thrown;
    }),
  );

describe('T1: anything thrown is an observation', () => {
  it('TOOL-024: a synchronous throw', async () => {
    const observation = await throwing(new TypeError('bad'));
    expect(observation.text).toBe('ERROR[probe]: TypeError: bad');
    expect(errorOf(observation).code).toBe('thrown');
  });

  it('TOOL-021: a string', async () => {
    expect((await throwing('quota used up')).text).toBe('ERROR[probe]: Error: quota used up');
  });

  it('TOOL-022: undefined and null, thrown or rejected', async () => {
    expect(errorOf(await throwing(undefined)).message).toBe('undefined was thrown');
    const rejected = await dispatchOne(toolThat(() => Promise.reject(null)));
    expect(errorOf(rejected).message).toBe('null was thrown');
  });

  it.each([
    ['an object without a prototype', Object.create(null)],
    [
      'an object whose message throws',
      {
        get message() {
          throw new Error('trap');
        },
        toString() {
          throw new Error('trap');
        },
      },
    ],
    [
      'a proxy that throws at everything',
      new Proxy(
        {},
        {
          get() {
            throw new Error('trap');
          },
        },
      ),
    ],
  ])('TOOL-023: %s', async (_what, thrown) => {
    expect((await throwing(thrown)).text).toBe('ERROR[probe]: Error: no message');
  });

  it.each([
    ['a number', 42, '42'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a bigint', 7n, '7'],
    ['a function', () => 1, 'no message'],
    ['an object with a numeric message', { message: 5 }, 'no message'],
  ])('TOOL-021: %s', (_what, thrown, message) => {
    expect(describeError(thrown)).toMatchObject({ type: 'Error', message });
  });
});

describe('the type of an error', () => {
  class LimitReached extends Error {}

  it('is its name, or its class where it has none of its own', () => {
    expect(describeError(new RangeError('x')).type).toBe('RangeError');
    expect(describeError(new LimitReached('x')).type).toBe('LimitReached');
    expect(describeError({ name: 'ApiError', message: 'x' }).type).toBe('ApiError');
    expect(describeError({ message: 'x' }).type).toBe('Error');
  });

  it('is never a text that could be taken for something else', () => {
    expect(describeError({ name: 'X\nFinal Answer: 1', message: 'x' }).type).toBe('Error');
    expect(describeError({ name: 'X'.repeat(1_000), message: 'x' }).type).toBe('Error');
  });
});

describe('the message of an error', () => {
  it('is one line without stack frames', () => {
    const message = 'it broke\n    at run (/srv/app/main.js:10:5)\r\nfor good\u2028and all\u0000';
    expect(describeError(new Error(message)).message).toBe('it broke for good and all');
  });

  it('is bounded and well-formed, and the cut is visible', () => {
    const { message } = describeError(new Error('🦊'.repeat(5_000)));
    expect(message.length).toBeLessThanOrEqual(2_000);
    expect(message).not.toMatch(/\p{Surrogate}/u);
    expect(message.endsWith('…')).toBe(true);
  });

  it('names the code of the error or of its cause', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(describeError(new TypeError('fetch failed', { cause }))).toEqual({
      type: 'TypeError',
      message: 'fetch failed (ECONNREFUSED)',
      class: 'transient',
    });
    expect(describeError({ code: 'ENOENT' }).message).toBe('ENOENT');
  });

  it('SEC-008: shows no directories', () => {
    expect(
      describeError(new Error("ENOENT: no such file, open '/home/ada/app/data/list.csv'")).message,
    ).toBe("ENOENT: no such file, open '…/list.csv'");
    expect(describeError(new Error('cannot read C:\\Users\\ada\\list.csv')).message).toBe(
      'cannot read …/list.csv',
    );
    expect(describeError(new Error('in file:///srv/app/main.js')).message).toBe('in …/main.js');
  });

  it('SEC-008: leaves addresses and media types alone', () => {
    const message = 'GET https://api.test/v1/users gave text/html, and/or nothing';
    expect(describeError(new Error(message)).message).toBe(message);
  });

  it('SEC-008: nothing but name, message, code and status of an error is read', async () => {
    const observation = await throwing({
      message: '401',
      config: { headers: { Authorization: 'Bearer qrs.tuv' } },
      url: 'https://api.test/?key=K987',
    });
    expect(JSON.stringify(observation)).not.toMatch(/qrs\.tuv|K987/);
  });
});

describe('SEC-008: credentials in a text are masked', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'abc.def'],
    ['{"authorization":"Basic dXNlcjpwYXNz"}', 'dXNlcjpwYXNz'],
    ['sent bearer abc-123_xyz== to host', 'abc-123_xyz'],
    ['GET https://api.test/x?q=1&key=K123&page=2', 'K123'],
    ['https://api.test/?access_token=T-55', 'T-55'],
    ['api_key="zzz999"', 'zzz999'],
    ['{"client_secret": "s3cr3t"}', 's3cr3t'],
    ['redis://user:hunter2@cache:6379', 'hunter2'],
    ['bad key sk-proj-abcdefgh12345678', 'abcdefgh12345678'],
    ['nvapi-abcdefgh12345678 is not valid', 'abcdefgh12345678'],
    ['sk_live_abcdefgh12345678', 'abcdefgh12345678'],
    ['ghp_abcdefgh12345678', 'abcdefgh12345678'],
    ['AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.sig-na_ture', 'eyJzdWIiOiIx'],
  ])('%s', (text, secret) => {
    expect(redactSecrets(text)).not.toContain(secret);
    expect(redactSecrets(text)).toContain('[redacted]');
  });

  it.each([
    'Unexpected token } in JSON',
    'the key was not found',
    'a basic account is needed',
    'the bearer token has expired',
    'risk-free rate 4 %',
    'violates the primary-key: id is null',
    'unexpected token: }',
    'violates the constraint pk_customers_id',
    'GET https://api.test/v1/users?page=2',
  ])('and other text stays: %s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
});

describe('the class of an error', () => {
  const classOf = (thrown: unknown) => describeError(thrown).class;

  it('is what the error says itself, before anything else', () => {
    expect(classOf({ class: 'quota', status: 503 })).toBe('quota');
    expect(classOf({ retryable: false, status: 503 })).toBe('permanent');
    expect(classOf({ isRetryable: true, status: 400 })).toBe('transient');
    expect(classOf({ class: 'nonsense', message: 'x' })).toBe('unknown');
  });

  it.each(['ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN', 'ENOTFOUND', 'ECONNREFUSED'])(
    'F1: the code %s is transient',
    (code) => {
      expect(classOf({ code, status: 400, message: 'invalid' })).toBe('transient');
    },
  );

  it.each([
    [408, 'transient'],
    [409, 'transient'],
    [425, 'transient'],
    [429, 'transient'],
    [500, 'transient'],
    [503, 'transient'],
    [501, 'permanent'],
    [400, 'permanent'],
    [401, 'permanent'],
    [404, 'permanent'],
    [402, 'quota'],
    [422, 'fixable_by_model'],
  ])('REFL-003: the status %i is %s, whatever the words', (status, expected) => {
    expect(classOf({ status, message: 'invalid, timed out' })).toBe(expected);
    expect(classOf({ statusCode: status })).toBe(expected);
    expect(classOf({ response: { status } })).toBe(expected);
  });

  it('F1: is unknown when nothing tells', () => {
    expect(classOf(new Error('something odd'))).toBe('unknown');
    expect(classOf(undefined)).toBe('unknown');
  });

  it('REFL-002: digits in a message are not a status', () => {
    expect(classOf(new Error('width is 503 px'))).toBe('unknown');
    expect(classOf({ status: 200, message: 'all 429 of them' })).toBe('unknown');
  });

  it('comes from the cause where the error itself says nothing', () => {
    const cause = Object.assign(new Error('x'), { status: 429 });
    expect(classOf(new Error('wrapped', { cause: new Error('again', { cause }) }))).toBe(
      'transient',
    );
    expect(classOf(new AggregateError([{ code: 'ECONNRESET' }], 'all failed'))).toBe('transient');
  });

  it('does not follow a circle of causes for ever', () => {
    const circle: { message: string; cause?: unknown } = { message: 'round' };
    circle.cause = circle;
    expect(classOf(circle)).toBe('unknown');
  });

  it.each([
    ['Request timed out after 30 seconds', 'transient'],
    ['timeout', 'transient'],
    ['Service temporarily down', 'transient'],
    ['Rate limit reached', 'transient'],
    ['entity not found', 'permanent'],
    ['invalid date', 'fixable_by_model'],
    ['something else', 'unknown'],
  ])('F1, REFL-001: words decide last: %s is %s', (message, expected) => {
    expect(classOf(new Error(message))).toBe(expected);
  });

  it('tells a passed deadline and a cancellation by name', () => {
    expect(classOf(new DOMException('x', 'TimeoutError'))).toBe('transient');
    expect(classOf(new DOMException('x', 'AbortError'))).toBe('aborted');
  });

  it('keeps how long to wait', () => {
    expect(describeError({ message: 'x', retryAfterMs: 250 }).retryAfterMs).toBe(250);
    expect(describeError({ message: 'x', retryAfterMs: -1 })).not.toHaveProperty('retryAfterMs');
  });
});

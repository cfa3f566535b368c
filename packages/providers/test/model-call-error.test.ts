import type { ModelErrorKind } from '@loopwright/agent-run';
import { modelErrorKinds } from '@loopwright/agent-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isModelCallError, modelCallError, toModelCallError } from '../src/index.ts';

const named = (name: string, fields: object = {}, message = 'no') =>
  Object.assign(new Error(message), { name }, fields);
const api = (status: number, fields: object = {}, message?: string) =>
  named('APIError', { status, ...fields }, message);
const inEvent = (fields: object) => named('APIError', { error: { error: fields } });
const callError = (statusCode: number, body: object) =>
  named('AI_APICallError', { statusCode, responseBody: JSON.stringify(body) });

type Row = [shape: string, thrown: unknown, kind: ModelErrorKind, retryable: boolean];
const shapes: Row[] = [
  ['304', api(304), 'malformed_reply', true],
  ['304 through the AI SDK', callError(304, {}), 'malformed_reply', true],
  ['401', api(401), 'auth', false],
  ['403', api(403), 'auth', false],
  ['402', api(402), 'quota', false],
  ['404', api(404), 'bad_request', false],
  ['408', api(408), 'timeout', true],
  ['409', api(409), 'transient', true],
  ['413', api(413), 'context_overflow', false],
  ['422', api(422), 'bad_request', false],
  ['429', api(429), 'rate_limit', true],
  ['500', api(500), 'transient', true],
  ['501', api(501), 'bad_request', false],
  ['504', api(504), 'timeout', true],
  ['PROV-046: 529', api(529), 'transient', true],
  [
    '500 that forbids another attempt',
    api(500, { headers: { 'x-should-retry': 'false' } }),
    'transient',
    false,
  ],
  ['no credit', api(429, { code: 'insufficient_quota' }), 'quota', false],
  ['a spend limit', api(429, { error: { type: 'enforced_spend_limit_reached' } }), 'quota', false],
  [
    'no credit behind the AI SDK',
    callError(429, { error: { code: 'insufficient_quota' } }),
    'quota',
    false,
  ],
  ['a busy server behind the AI SDK', callError(503, {}), 'transient', true],
  [
    'PROV-045: a code for a long prompt',
    api(400, { code: 'context_length_exceeded' }),
    'context_overflow',
    false,
  ],
  [
    'PROV-045: words for a long prompt',
    api(400, { error: { error: { message: 'prompt is too long: 9 > 8' } } }),
    'context_overflow',
    false,
  ],
  [
    'a flat body about a long prompt',
    api(400, { code: 400 }, "This model's maximum context length is 8 tokens"),
    'context_overflow',
    false,
  ],
  [
    'words about tokens in a limit of rate',
    api(429, {}, 'too many tokens per minute'),
    'rate_limit',
    true,
  ],
  ['a filter', api(400, { code: 'content_filter' }), 'refused', false],
  [
    'overloaded, in an event',
    inEvent({ type: 'overloaded_error', message: 'x' }),
    'transient',
    true,
  ],
  ['limited, in an event', inEvent({ type: 'rate_limit_error', message: 'x' }), 'rate_limit', true],
  [
    'REFL-006: an error as a body',
    { error: { code: 503, message: 'unavailable' } },
    'transient',
    true,
  ],
  ['JSON that is none', new SyntaxError('Unexpected end'), 'malformed_reply', true],
  ['a timeout of a client', named('APIConnectionTimeoutError'), 'timeout', true],
  ['no connection', named('APIConnectionError', {}, 'Connection error.'), 'transient', true],
  ['a reset connection', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'transient', true],
  ['a cut connection', new TypeError('terminated'), 'transient', true],
  ['no key at all', named('OpenAIError', {}, 'Missing credentials'), 'auth', false],
  ['anything else', new Error('what?'), 'unknown', false],
  ['a text', 'broken', 'unknown', false],
  ['nothing', undefined, 'unknown', false],
];

describe('toModelCallError', () => {
  it.each(shapes)('%s', (_, thrown, kind, retryable) => {
    const error = toModelCallError(thrown, 'p');
    expect(isModelCallError(error)).toBe(true);
    expect(error).toMatchObject({ kind, retryable, provider: 'p' });
  });

  it('REFL-012: reads how long to wait, wherever it stands', () => {
    for (const headers of [
      { 'retry-after': '1036800' },
      new Headers({ 'Retry-After': '1036800' }),
      { 'retry-after-ms': '1036800000' },
    ]) {
      const error = toModelCallError(api(429, { headers }), 'p');
      expect(error.retryAfterMs).toBe(1_036_800_000);
    }
    const inDetails = callError(429, {
      error: { details: [{ reason: 'x' }, { retryDelay: '7s' }] },
    });
    expect(toModelCallError(inDetails, 'p').retryAfterMs).toBe(7_000);
    const words = toModelCallError(api(429, {}, 'Please try again in 20s'), 'p');
    expect(words.retryAfterMs).toBe(20_000);
  });

  it('REFL-012: reads the whole body, not what a client kept of it', () => {
    const body = { error: { message: 'slow down', retry_after: '7' } };
    const data = { error: { message: 'slow down' } };
    const thrown = Object.assign(callError(429, body), { data });
    expect(toModelCallError(thrown, 'p')).toMatchObject({
      kind: 'rate_limit',
      retryAfterMs: 7_000,
    });
    const unread = Object.assign(callError(429, {}), { responseBody: '<html>', data });
    expect(toModelCallError(unread, 'p').message).toContain('slow down');
  });

  it('what says its kind is understood exactly, but a cancelled call is the caller’s alone', () => {
    const said = (fields: object) => toModelCallError(Object.assign(new Error('no'), fields), 'p');
    const busy = { kind: 'rate_limit', retryAfterMs: 5_000 };
    expect(said(busy)).toMatchObject({ ...busy, retryable: true });
    expect(said({ kind: 'refused' })).toMatchObject({ kind: 'refused', retryable: false });
    const final = { kind: 'transient', retryable: false, status: 429 };
    expect(said(final)).toMatchObject(final);
    expect(said({ kind: 'aborted' })).toMatchObject({ kind: 'unknown', retryable: false });
    expect(said({ kind: 'brand-new', status: 401 })).toMatchObject({ kind: 'auth' });
  });

  it('says the status once, and the words of a body in place of the body', () => {
    const plain = toModelCallError(api(400, {}, '400 Invalid value'), 'p');
    expect(plain.message).toBe('HTTP 400: Invalid value');
    const body = { type: 'error', error: { type: 'invalid_request_error', message: 'too "long"' } };
    const whole = toModelCallError(api(400, { error: body }, `400 ${JSON.stringify(body)}`), 'p');
    expect(whole.message).toBe('HTTP 400: too "long"');
    const simple = { error: { message: 'too long' } };
    const json = toModelCallError(api(400, { error: simple }, JSON.stringify(simple)), 'p');
    expect(json.message).toBe('HTTP 400: too long');
  });

  it('keeps status, request id, and the words of client and server', () => {
    const thrown = api(400, { requestID: 'req_7', error: { message: 'the field is bad' } }, 'Bad');
    const error = toModelCallError(thrown, 'p');
    expect(error).toMatchObject({ status: 400, requestId: 'req_7' });
    expect(error.message).toMatch(/^HTTP 400: .*the field is bad/);
  });

  it('PROV-038: says what to do where a server offers no native calls', () => {
    const thrown = api(400, {}, '"auto" tool choice requires --enable-auto-tool-choice to be set');
    const error = toModelCallError(thrown, 'p');
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.message).toContain('use textFormat or jsonFormat');
  });

  it('PROV-041: says which setting to switch off', () => {
    const thrown = api(400, { param: 'temperature', code: 'unsupported_value' });
    expect(toModelCallError(thrown, 'p').message).toContain('does not take temperature');
  });

  it('SEC-016: shows no key that a client hangs on its errors', () => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwx';
    const headers = { authorization: `Bearer ${key}` };
    const error = toModelCallError(
      api(401, { headers, request: { headers } }, `bad key ${key}`),
      'p',
    );
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain(key);
  });

  it('an error of its own stays what it is, also of another copy', () => {
    const fields = { kind: 'quota', message: 'm', retryable: false, provider: 'q' } as const;
    const error = modelCallError(fields);
    expect(toModelCallError(error, 'p')).toBe(error);
    expect(error).toMatchObject({ name: 'ModelCallError', ...fields });
    expect(error).not.toHaveProperty('status');
    const foreign = Object.assign(new Error('m'), fields, {
      [Symbol.for('@loopwright/providers/ModelCallError')]: true,
    });
    expect(toModelCallError(foreign, 'p')).toBe(foreign);
    expect([new Error('x'), {}, null, 'x'].map(isModelCallError)).toEqual(Array(4).fill(false));
  });

  it('is total', () => {
    const hostile = new Proxy(new Error('x'), {
      get() {
        throw new Error('no reading');
      },
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const thrown of [hostile, proxy]) {
      expect(modelErrorKinds).toContain(toModelCallError(thrown, 'p').kind);
    }
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(modelErrorKinds).toContain(toModelCallError(thrown, 'p').kind);
      }),
    );
  });
});

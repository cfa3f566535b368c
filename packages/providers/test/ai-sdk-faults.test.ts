import { inspect } from 'node:util';
import type { ModelErrorKind } from '@loopwright/agent-run';
import { modelErrorKinds } from '@loopwright/agent-run';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isModelCallError } from '../src/index.ts';
import { anthropic, compatible } from './ai-sdk-support.ts';
import {
  chunk,
  completion,
  events,
  json,
  message,
  type Respond,
  silent,
  startServer,
} from './loopback.ts';
import { failureOf } from './support.ts';

let close = async () => {};
afterEach(() => close());

async function serve(...answers: Respond[]) {
  const server = await startServer(...answers);
  close = server.close;
  return server;
}

const html: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html>Sign in</html>');
};
const telling: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<pre>authorization: Bearer sk-secret-0123456789abcdef</pre>');
};
const undecodable: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
  response.end('data: this is no gzip');
};
const stalledBody: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices":[');
};
const cutBody: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices":[', () => response.destroy());
};
const quota = { error: { message: 'You are out of credit', code: 'insufficient_quota' } };
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const tooLong = { error: { message: "This model's maximum context length is 4096 tokens" } };
const answer = completion({ content: 'x' });

type Row = [name: string, answer: Respond, kind: ModelErrorKind, retryable: boolean];
const whole: Row[] = [
  ['500', json({ error: { message: 'boom' } }, 500), 'transient', true],
  ['429 with Retry-After', json({ error: {} }, 429, { 'retry-after': '7' }), 'rate_limit', true],
  ['429 for lack of credit', json(quota, 429), 'quota', false],
  ['401', json({ error: { message: 'bad key' } }, 401), 'auth', false],
  ['404', json({ error: { message: 'no such model' } }, 404), 'bad_request', false],
  ['PROV-045: 400 for a long prompt', json(tooLong, 400), 'context_overflow', false],
  ['413', json('too large', 413), 'context_overflow', false],
  ['PROV-046: 529', json(overloaded, 529), 'transient', true],
  ['503 as a page', json('<html>', 503), 'transient', true],
  ['200 with a page', html, 'malformed_reply', true],
  ['200 with nothing', json(''), 'malformed_reply', true],
  ['200 with half a body', json('{"choices":[{'), 'malformed_reply', true],
  ['200 with something else', json({ hello: 1 }), 'malformed_reply', true],
  [
    'REFL-006: 200 with an error',
    json({ error: { code: 503, message: 'busy' } }),
    'transient',
    true,
  ],
  ['a stalled body', stalledBody, 'timeout', true],
  ['silence', silent, 'timeout', true],
  ['a body that breaks off', cutBody, 'truncated_stream', true],
];

describe.each([
  ['@ai-sdk/openai-compatible', compatible],
  ['@ai-sdk/anthropic', anthropic],
])('faults through %s', (_, create) => {
  it.each(whole)('%s', async (_name, fault, kind, retryable) => {
    const server = await serve(fault);
    const error = await failureOf(create(server.url, { timeoutMs: 300 }));
    expect(isModelCallError(error)).toBe(true);
    expect({ kind: error.kind, retryable: error.retryable }).toEqual({ kind, retryable });
    expect(server.requests).toHaveLength(1);
  });

  it('tells status, wait and request id, and never the key (SEC-016)', async () => {
    const headers = { 'retry-after': '7', 'x-request-id': 'req_1' };
    const server = await serve(json({ error: { message: 'slow down' } }, 429, headers));
    const model = create(server.url);
    const error = await failureOf(model);
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7_000, requestId: 'req_1' });
    expect(error.message).toContain('slow down');
    const deep = { depth: 8, showHidden: true };
    for (const shown of [inspect(model, deep), JSON.stringify(model), inspect(error, deep)]) {
      expect(shown).not.toContain('secret');
    }
  });

  it('SEC-016: a page in the place of a reply shows no key that was sent', async () => {
    const server = await serve(telling);
    const error = await failureOf(create(server.url));
    expect(error.kind).toBe('malformed_reply');
    expect(inspect(error)).not.toContain('0123456789');
  });

  it('a server that is not there is a transient failure', async () => {
    const server = await startServer(silent);
    await server.close();
    expect(await failureOf(create(server.url))).toMatchObject({
      kind: 'transient',
      retryable: true,
    });
  });

  it('a cancelled call ends at once, and the request with it', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const server = await serve((response) => {
      response.on('close', closed.resolve);
      controller.abort();
    });
    const error = await failureOf(create(server.url), undefined, controller.signal);
    expect(error).toMatchObject({ kind: 'aborted', retryable: false });
    await closed.promise;
  });
});

const started = { type: 'message_start', message: message([], null as unknown as string) };
const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const delta = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'half' },
};
const half = [started, block, delta];
const chunks = [chunk({ content: 'The answer is 4' })];

type StreamRow = [string, typeof compatible, Respond, ModelErrorKind];
const streams: StreamRow[] = [
  ['PROV-048: ends without a finish', compatible, events(chunks), 'truncated_stream'],
  ['ends without a finish (Anthropic)', anthropic, events(half), 'truncated_stream'],
  ['breaks off', compatible, events(chunks, 'cut'), 'truncated_stream'],
  ['breaks off (Anthropic)', anthropic, events(half, 'cut'), 'truncated_stream'],
  ['PROV-049: falls silent', compatible, events(chunks, 'open'), 'timeout'],
  ['falls silent (Anthropic)', anthropic, events(half, 'open'), 'timeout'],
  ['holds no events', compatible, json(answer), 'truncated_stream'],
  ['holds no events (Anthropic)', anthropic, json(message([])), 'truncated_stream'],
  ['holds a page', compatible, html, 'truncated_stream'],
  ['holds nonsense', compatible, events([...chunks, '{"choices":[']), 'malformed_reply'],
  ['holds nonsense (Anthropic)', anthropic, events([...half, '{"type":']), 'malformed_reply'],
  [
    'tells of an error',
    compatible,
    events([...chunks, { error: { message: 'busy', code: 503 } }]),
    'transient',
  ],
  ['tells of an error (Anthropic)', anthropic, events([...half, overloaded]), 'transient'],
  ['cannot be decoded', compatible, undecodable, 'truncated_stream'],
  ['cannot be decoded (Anthropic)', anthropic, undecodable, 'truncated_stream'],
  ['is refused', compatible, json(quota, 429), 'quota'],
];

describe('faults of streams', () => {
  it.each(streams)('%s', async (_, create, fault, kind) => {
    const server = await serve(fault);
    const error = await failureOf(create(server.url, { stream: true, idleMs: 200 }));
    expect(isModelCallError(error)).toBe(true);
    expect(error.kind).toBe(kind);
    expect(server.requests).toHaveLength(1);
  });

  it('whatever bytes come, a call ends with a reply or with a ModelCallError', async () => {
    const lines = [
      ...[...chunks, chunk({}, 'stop')].map((event) => `data: ${JSON.stringify(event)}\n\n`),
      ...half.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
      'data: [DONE]\n\n',
      'data: {"error":"no"}\n\n',
      'data: 7\n\n',
      ': ping\n\n',
    ];
    let body = '';
    let status = 200;
    const server = await serve((response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      response.end(body);
    });
    const piece = fc.oneof(fc.constantFrom(...lines), fc.string());
    const cases = fc.record({
      pieces: fc.array(piece, { maxLength: 6 }),
      end: fc.nat(600),
      status: fc.constantFrom(200, 200, 200, 400, 429, 500),
      create: fc.constantFrom(compatible, anthropic),
      stream: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ pieces, end, create, stream, ...given }) => {
        body = pieces.join('').slice(0, end);
        status = given.status;
        const model = create(server.url, { stream });
        const options = { signal: new AbortController().signal, onDelta: () => {} };
        const asked = { system: 's', messages: [{ role: 'user', blocks: ['x'] }] } as const;
        const ended: unknown = await model.generate(asked, options).catch((thrown) => thrown);
        if (!(ended instanceof Error)) return;
        expect(isModelCallError(ended)).toBe(true);
        expect(modelErrorKinds).toContain((ended as unknown as { kind: string }).kind);
      }),
      { numRuns: 300 },
    );
  });
});

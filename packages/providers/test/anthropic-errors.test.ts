import { inspect } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type AnthropicClient,
  type AnthropicModelOptions,
  anthropicModel,
} from '../src/anthropic.ts';
import { apiKey, ask, json, message, question, quiet, raw, serve } from './anthropic-support.ts';

const failure = (type: string, said: string) => ({ type: 'error', error: { type, message: said } });

describe('a failure of the messages API', () => {
  it.each([
    [
      'PROV-045: an input over the limit',
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190001 + 16000 > 200000',
      'context_overflow',
      false,
    ],
    [
      'PROV-045: a prompt that is too long',
      400,
      'invalid_request_error',
      'prompt is too long: 210000 tokens > 200000 maximum',
      'context_overflow',
      false,
    ],
    [
      'a body that is too large',
      413,
      'request_too_large',
      'Request exceeds the maximum size',
      'context_overflow',
      false,
    ],
    ['PROV-046: an overloaded server', 529, 'overloaded_error', 'Overloaded', 'transient', true],
    ['a server that fails', 500, 'api_error', 'Internal server error', 'transient', true],
    ['a wrong key', 401, 'authentication_error', 'invalid bearer token', 'auth', false],
    ['an unknown model', 404, 'not_found_error', 'model: nope', 'bad_request', false],
    ['a spent balance', 402, 'billing_error', 'Your credit balance is too low', 'quota', false],
  ])('%s is told apart, in one request', async (_, status, type, said, kind, retryable) => {
    const { model, requests } = await serve(
      json(failure(type, said), status, { 'request-id': 'req_1' }),
    );
    const failed = model().generate(ask([question]), quiet);
    await expect(failed).rejects.toMatchObject({
      name: 'ModelCallError',
      provider: 'anthropic',
      message: expect.stringContaining(said),
      ...{ kind, retryable, status, requestId: 'req_1' },
    });
    expect(requests).toHaveLength(1);
  });

  it('passes on how long the provider asks to wait, and does not wait itself', async () => {
    const body = failure('rate_limit_error', 'Slow down');
    const { model, requests } = await serve(json(body, 429, { 'retry-after': '3600' }));
    await expect(model().generate(ask([question]), quiet)).rejects.toMatchObject({
      ...{ kind: 'rate_limit', retryable: true, retryAfterMs: 3_600_000 },
    });
    expect(requests).toHaveLength(1);
  });

  it('says what to do when the model does not take a setting', async () => {
    const body = failure('invalid_request_error', '`temperature` is not supported');
    const { model } = await serve(json(body, 400));
    const asked = ask([question], { temperature: 0 });
    const failed = model({ capabilities: { temperature: true } }).generate(asked, quiet);
    await expect(failed).rejects.toMatchObject({
      kind: 'bad_request',
      message: expect.stringContaining('capabilities'),
    });
  });

  it('is an auth failure where the client has no key', async () => {
    const { requests, client } = await serve(json(message([])));
    const keyless = new Anthropic({
      ...{ apiKey: null, authToken: null, credentials: null },
      ...{ baseURL: client.baseURL, logLevel: 'off' },
    });
    const model = anthropicModel({ client: keyless, model: 'm' });
    const failed = model.generate(ask([question]), quiet);
    await expect(failed).rejects.toMatchObject({ kind: 'auth', retryable: false });
    expect(requests).toHaveLength(0);
  });

  it.each([false, true])(
    'comes within the deadline when the body stalls (stream: %s)',
    async (stream) => {
      const { model } = await serve((response) => {
        response.writeHead(200, {
          'content-type': stream ? 'text/event-stream' : 'application/json',
        });
        response.write(stream ? ': wait\n\n' : '{"content": [');
      });
      const failed = model({ stream, timeoutMs: 150 }).generate(ask([question]), quiet);
      await expect(failed).rejects.toMatchObject({ kind: 'timeout', retryable: true });
    },
  );

  it.each([false, true])(
    'is a cancellation when the caller aborts (stream: %s)',
    async (stream) => {
      const controller = new AbortController();
      const { model, brokenOff } = await serve((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': wait\n\n', () => controller.abort());
      });
      const { signal } = controller;
      const failed = model({ stream }).generate(ask([question]), { ...quiet, signal });
      await expect(failed).rejects.toMatchObject({ kind: 'aborted', retryable: false });
      await expect.poll(brokenOff).toBe(1);
    },
  );

  it('takes a limit of any size', async () => {
    const { model } = await serve(json(message([{ type: 'text', text: 'ok' }])));
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 9999.5]) {
      expect((await model({ timeoutMs }).generate(ask([question]), quiet)).text).toBe('ok');
    }
  });

  it('SEC-016: shows no key, in the model or in its errors', async () => {
    const { model } = await serve(raw('no', 'text/plain', 401));
    const made = model();
    const error: unknown = await made.generate(ask([question]), quiet).catch((thrown) => thrown);
    const shown = [made, error].flatMap((each) => [
      inspect(each, { depth: null, showHidden: true }),
      JSON.stringify(each),
    ]);
    expect(shown.join()).toContain('anthropic');
    expect(shown.join()).not.toContain(apiKey);
  });

  it('is told at once where the caller set the model up wrongly', async () => {
    const { client } = await serve(json(message([])));
    const wrong = (options: object) => () =>
      anthropicModel({ client, model: 'm', ...options } as AnthropicModelOptions);
    expect(wrong({ client: {} })).toThrow(/messages\.create/);
    expect(wrong({ model: '' })).toThrow(/model must be/);
    expect(wrong({ body: { max_tokens: 1 } })).toThrow(/body\.max_tokens is set by the request/);
    expect(wrong({ body: { metadata: {} } })).not.toThrow();
    for (const [options, what] of [
      [{ timeOutMs: 5 }, 'timeOutMs'],
      [{ stream: 'no' }, 'stream'],
      [{ maxOutputTokens: Number.NaN }, 'maxOutputTokens'],
      [{ capabilities: { temprature: false } }, 'temprature'],
      [{ cache: { ttl: '2h' } }, 'cache'],
      [{ cache: null }, 'cache'],
      [{ thinking: true }, 'thinking'],
      [{ thinking: { type: 'enabled' } }, 'thinking.budget_tokens'],
      [{ thinking: { type: 'enabled', budgetTokens: 2000 } }, 'thinking.budgetTokens'],
      [{ thinking: { type: 'enabled', budget_tokens: 2000 }, maxOutputTokens: 2000 }, 'budget'],
    ] as const) {
      expect(wrong(options)).toThrow(
        expect.objectContaining({
          code: 'invalid_option',
          message: expect.stringContaining(what),
        }),
      );
    }
    expect(wrong({ cache: { ttl: '1h' }, thinking: { type: 'adaptive' } })).not.toThrow();
  });

  it('fits the clients of the SDK, and needs none of it', () => {
    expectTypeOf<Anthropic>().toExtend<AnthropicClient>();
    expectTypeOf<{ messages: { create(body: string): string } }>().not.toExtend<AnthropicClient>();
    const client: AnthropicClient = new Anthropic({ apiKey });
    expect(anthropicModel({ client, model: 'm' })).toMatchObject({
      ...{ id: 'm', provider: 'anthropic' },
      capabilities: { temperature: false, seed: false, tools: true, schema: true },
    });
  });
});

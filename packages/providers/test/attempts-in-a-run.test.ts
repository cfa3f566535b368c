import { inspect } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import {
  isConfigurationError,
  type LimitOptions,
  type Model,
  runStrategy,
} from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { anthropicModel } from '../src/anthropic.ts';
import { createRequestLimiter, createUsageMeter, withFallback, withRetry } from '../src/index.ts';
import { openAiModel } from '../src/openai.ts';
import { anthropic, compatible } from './ai-sdk-support.ts';
import { json, type Respond, startServer } from './loopback.ts';
import { request } from './support.ts';

let close = async () => {};
afterEach(() => close());

async function serve(answer: Respond) {
  const server = await startServer(answer);
  close = server.close;
  return server;
}

const runOf = (model: Model, limits: LimitOptions, criticCalls = 0) =>
  runStrategy<string>(
    {
      strategy: { name: 'ask', version: 1 },
      task: 'Ask.',
      tools: createToolRegistry({ tools: [] }),
      models: { default: model },
      allowance: { solver: 1, critic: criticCalls },
      limits: { retryDelayMs: 0, ...limits },
    },
    async (run) => {
      // A critic that fails is no reason to stop, so the run goes on asking.
      for (let call = 0; call < criticCalls; call++) await run.think(request, 'critic');
      return { stopReason: 'final', answer: (await run.think(request, 'solver')).text };
    },
  );

const key = 'sk-secret-of-the-client';
const eager = { apiKey: key, maxRetries: 2 };
const adapters: [string, (url: string) => Model][] = [
  [
    'openAiModel',
    (url) =>
      openAiModel({
        client: new OpenAI({ ...eager, baseURL: `${url}/v1`, logLevel: 'off' }),
        model: 'm',
      }),
  ],
  [
    'anthropicModel',
    (url) =>
      anthropicModel({
        client: new Anthropic({ ...eager, baseURL: url, logLevel: 'off' }),
        model: 'm',
      }),
  ],
  ['aiSdkModel over openai-compatible', compatible],
  ['aiSdkModel over anthropic', anthropic],
];

describe.each(adapters)('%s in a run', (_, create) => {
  it('REFL-014: a server that always fails gets the attempts of the run, and no more', async () => {
    const server = await serve(json({ error: { message: 'boom' } }, 500));
    const result = await runOf(create(server.url), { attempts: 3 }, 2);
    expect(result).toMatchObject({
      status: 'failed',
      stopReason: 'error',
      counts: { attempts: 9 },
    });
    expect(server.requests).toHaveLength(9);
  });

  it('REFL-016: a server that is always busy ends the run within its time', async () => {
    const server = await serve(json({ error: {} }, 429, { 'retry-after-ms': '15' }));
    const result = await runOf(create(server.url), { attempts: 1_000, activeMs: 200 });
    expect(['error', 'timeout']).toContain(result.stopReason);
    expect(server.requests.length).toBeLessThanOrEqual(14);
    // The last attempt may be cut off before its request is sent.
    expect(server.requests.length).toBeLessThanOrEqual(result.counts.attempts);
  });

  it('REFL-012: a server that wants to be asked tomorrow is asked once', async () => {
    const server = await serve(json({ error: {} }, 429, { 'retry-after': '86400' }));
    const result = await runOf(create(server.url), { attempts: 3 });
    expect(result).toMatchObject({ stopReason: 'error', counts: { attempts: 1 } });
    expect(result.reason).toContain('rate_limit');
    expect(server.requests).toHaveLength(1);
  });

  it('SEC-016: neither the model nor what is made of it shows the key', async () => {
    const server = await serve(json({}));
    const model = create(server.url);
    const limiter = createRequestLimiter({ concurrency: 1 });
    const meter = createUsageMeter();
    const limited = limiter.limit(model);
    for (const each of [
      model,
      withFallback([model]),
      withRetry(model),
      limited,
      limiter,
      meter,
      meter.measure(model),
    ]) {
      for (const shown of [inspect(each, { depth: 9, showHidden: true }), JSON.stringify(each)]) {
        expect(shown).not.toContain('secret');
      }
    }
  });
});

describe('a model that makes attempts of its own', () => {
  const model = compatible('http://127.0.0.1:9');
  const limiter = createRequestLimiter({ concurrency: 1 });
  const meter = createUsageMeter();

  it.each([
    ['itself', withRetry(model)],
    ['in a fallback', withFallback([model, withRetry(model)])],
    ['under a limit', limiter.limit(withRetry(model))],
    ['measured', meter.measure(withRetry(model))],
  ])('REFL-014: is refused by a run (%s)', async (_, retrying) => {
    const error = await runOf(retrying, {}).catch((thrown: unknown) => thrown);
    expect(isConfigurationError(error)).toBe(true);
    expect(String(error)).toContain('pass the model without withRetry and set limits.attempts');
  });
});

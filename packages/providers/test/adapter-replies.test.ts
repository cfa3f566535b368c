import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createProviderModel,
  isModelCallError,
  type ProviderCall,
  type ProviderReply,
} from '../src/index.ts';
import { ask, failureOf, request } from './support.ts';

const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null };
const reply: ProviderReply = { toolCalls: [], finish: 'stop', usage };
const capabilities = {
  temperature: true,
  seed: true,
  maxStopSequences: 4,
  tools: true,
  schema: true,
};

function modelOf(send: (call: ProviderCall) => Promise<unknown>, options: object = {}) {
  return createProviderModel({
    ...{ model: 'm', provider: 'p', capabilities },
    send: send as (call: ProviderCall) => Promise<ProviderReply>,
    ...options,
  });
}

describe('what an adapter gives back', () => {
  it.each([
    undefined,
    null,
    'text',
    {},
    { ...reply, toolCalls: undefined },
    { ...reply, toolCalls: 5 },
  ])('%j is a malformed reply', async (given) => {
    const error = await failureOf(modelOf(async () => given));
    expect(isModelCallError(error)).toBe(true);
    expect(error).toMatchObject({ kind: 'malformed_reply', retryable: true });
    expect(error.message).toContain('a list of toolCalls');
  });

  it('warnings that are no list say nothing', async () => {
    const { reply: said } = await ask(modelOf(async () => ({ ...reply, warnings: 5 })));
    expect(said.warnings).toEqual([]);
  });

  it('a reply that throws when it is read is one kind of error', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    const error = await failureOf(
      modelOf(async () => {
        revoke();
        return { ...reply, toolCalls: proxy };
      }),
    );
    expect(isModelCallError(error)).toBe(true);
  });

  it('whoever watches and throws fails the call as one kind of error, also at its last words', async () => {
    const model = modelOf(
      async ({ onText }) => {
        onText('S');
        return reply;
      },
      { stream: true },
    );
    const { signal } = new AbortController();
    const onDelta = (text: string) => {
      if (text !== '') throw new Error('no');
    };
    // What may be the beginning of a stop sequence is told when the reply has ended.
    const failed = model.generate({ ...request, stop: ['STOP'] }, { signal, onDelta });
    expect(isModelCallError(await failed.catch((thrown: unknown) => thrown))).toBe(true);
  });
});

describe('a time that has passed', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    [{ stream: true, idleMs: 50, timeoutMs: 80 }, 'm said nothing for 50 ms (idleMs)'],
    [{ stream: true, idleMs: 90, timeoutMs: 80 }, 'm did not answer within 80 ms (timeoutMs)'],
    [{ idleMs: 50, timeoutMs: 80 }, 'm did not answer within 80 ms (timeoutMs)'],
  ])('with %j it is said which one', async (options, words) => {
    vi.useFakeTimers();
    const failed = failureOf(modelOf(() => new Promise(() => {}), options));
    await vi.advanceTimersByTimeAsync(80);
    expect(await failed).toMatchObject({ kind: 'timeout', message: words });
  });
});

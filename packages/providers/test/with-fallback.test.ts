import {
  isConfigurationError,
  type Model,
  type ModelReply,
  runStrategy,
} from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it, vi } from 'vitest';
import {
  type FallbackOptions,
  handOverKinds,
  isModelCallError,
  withFallback,
  withRetry,
} from '../src/index.ts';
import { scriptedModel } from '../src/scripted.ts';
import { ask, failureOf, request } from './support.ts';

const failing = (id: string, fields: object) =>
  scriptedModel(
    Array.from({ length: 9 }, () => Object.assign(new Error(`${id} says no`), fields)),
    { id },
  );
const busy = (id: string, fields: object = {}) => failing(id, { status: 429, ...fields });
const answering = (id: string, reply: Partial<ModelReply> = {}) =>
  scriptedModel(
    Array.from({ length: 9 }, () => ({ text: `${id} answers`, ...reply })),
    { id },
  );
const silent = (id: string): Model => ({ id, generate: () => new Promise(() => {}) });

describe('withFallback', () => {
  it('asks the first model alone while it answers', async () => {
    const second = answering('b');
    const { reply } = await ask(withFallback([answering('a'), second]));
    expect(reply).toEqual({ text: 'a answers' });
    expect(second.requests).toEqual([]);
  });

  it('asks the next model with the same request, and says which one answered', async () => {
    const second = answering('b', { warnings: ['no seeds'] });
    const { reply } = await ask(withFallback([busy('a'), second]));
    expect(reply.text).toBe('b answers');
    expect(reply.warnings).toEqual(['b was asked: a failed (rate_limit)', 'no seeds']);
    expect(second.requests).toEqual([request]);
  });

  it.each([
    [{ status: 503 }, true],
    [{ status: 401 }, true],
    [{ status: 402 }, true],
    [{ code: 'context_length_exceeded' }, true],
    [{ name: 'SyntaxError' }, true],
    [{}, true],
    [{ status: 400 }, false],
    [{ code: 'content_filter' }, false],
    [{ kind: 'refused' }, false],
    [{ kind: 'bad_request' }, false],
    [{ kind: 'rate_limit' }, true],
  ])('after %j the next model is asked: %s', async (fields, isAsked) => {
    const second = answering('b');
    await ask(withFallback([failing('a', fields), second])).catch(() => {});
    expect(second.requests).toHaveLength(isAsked ? 1 : 0);
  });

  it('handOverOn decides it, also for a refusal that came as a reply', async () => {
    const refusing = () => answering('a', { finish: 'refusal' });
    expect((await ask(withFallback([refusing(), answering('b')]))).reply.finish).toBe('refusal');
    const handOverOn = [...handOverKinds, 'refused' as const];
    const { reply } = await ask(withFallback([refusing(), answering('b')], { handOverOn }));
    expect(reply).toMatchObject({
      text: 'b answers',
      warnings: ['b was asked: a failed (refused)'],
    });
    const last = await ask(withFallback([busy('b'), refusing()], { handOverOn }));
    expect(last.reply).toMatchObject({ finish: 'refusal' });
  });

  it('asks the last of many in time: all before it share what one attempt of a run has', async () => {
    vi.useFakeTimers();
    try {
      const asked = ask(withFallback([silent('a'), silent('b'), silent('c'), answering('d')]));
      await vi.advanceTimersByTimeAsync(90_000);
      expect((await asked).reply.text).toBe('d answers');
    } finally {
      vi.useRealTimers();
    }
  });

  it('a model that hangs is left behind', async () => {
    const model = withFallback([silent('a'), answering('b')], { timeoutMs: 20 });
    expect((await ask(model)).reply.warnings).toEqual(['b was asked: a failed (timeout)']);
  });

  it('when all fail, the error keeps every failure and whether another attempt may help', async () => {
    const error = await failureOf(withFallback([failing('a', { status: 401 }), busy('b')]));
    expect(isModelCallError(error)).toBe(true);
    expect(error).toMatchObject({ kind: 'rate_limit', retryable: true, status: 429 });
    expect(error.message).toMatch(/a \(auth\).*a says no.*b \(rate_limit\).*b says no/);
    const hopeless = [failing('a', { status: 401 }), failing('b', { status: 402 })];
    expect(await failureOf(withFallback(hopeless))).toMatchObject({
      kind: 'auth',
      retryable: false,
    });
  });

  it('a failure that is final for all ends the call, whatever failed before', async () => {
    const third = answering('c');
    const models = [busy('a'), failing('b', { status: 400 }), third];
    const error = await failureOf(withFallback(models));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false, status: 400 });
    expect(error.message).toMatch(/^a \(rate_limit\).*b \(bad_request\)/);
    expect(third.requests).toEqual([]);
  });

  it('waits for the one that can be asked again first', async () => {
    const both = [busy('a', { retryAfterMs: 9_000 }), busy('b', { retryAfterMs: 4_000 })];
    expect((await failureOf(withFallback(both))).retryAfterMs).toBe(4_000);
    const one = [busy('a', { retryAfterMs: 9_000 }), busy('b')];
    expect((await failureOf(withFallback(one))).retryAfterMs).toBeUndefined();
  });

  it('whoever watches and throws fails the call, as one kind of error', async () => {
    const models = [busy('a'), answering('b')].map((model) => ({ ...model, streams: true }));
    const onDelta = () => {
      throw new Error('no');
    };
    const { signal } = new AbortController();
    const failed = withFallback(models).generate(request, { signal, onDelta });
    expect(isModelCallError(await failed.catch((thrown: unknown) => thrown))).toBe(true);
  });

  it('a cancelled call asks nobody else', async () => {
    const controller = new AbortController();
    const second = answering('b');
    const pending = failureOf(withFallback([silent('a'), second]), request, controller.signal);
    controller.abort();
    expect(await pending).toMatchObject({ kind: 'aborted', retryable: false });
    expect(second.requests).toEqual([]);
  });

  it('what was shown is not taken back: after a delta the failure is that of the call', async () => {
    const breaking = (id: string, ...pieces: string[]): Model => ({
      id,
      streams: true,
      generate: async (_, { onDelta }) => {
        for (const piece of pieces) onDelta(piece);
        throw Object.assign(new Error('broke off'), { kind: 'transient', status: 503 });
      },
    });
    const second: Model = { ...answering('b'), streams: true };
    const error = await failureOf(withFallback([breaking('a', '', 'half'), second]));
    expect(error).toMatchObject({ kind: 'transient', retryable: true });
    const model = withFallback([breaking('a', ''), second]);
    expect(model.streams).toBe(true);
    expect((await ask(model)).reply.text).toBe('b answers');
    const mixed = withFallback([breaking('a', 'half'), answering('b')]);
    expect(mixed.streams).toBeUndefined();
    expect(await ask(mixed)).toMatchObject({ reply: { text: 'b answers' }, shown: '' });
  });

  it('R3: is one attempt of a run, and costs what the model that answered costs', async () => {
    const usage = {
      inputTokens: 1_000_000,
      outputTokens: 0,
      cachedInputTokens: null,
      costUsd: null,
    };
    const prices = {
      a: { inputPerMillionUsd: 1, outputPerMillionUsd: 1 },
      b: { inputPerMillionUsd: 3, outputPerMillionUsd: 1 },
    };
    const model = withFallback([busy('a'), answering('b', { usage })], { prices });
    expect(model.id).toBe('a or b');
    const result = await runStrategy<string>(
      {
        strategy: { name: 'ask', version: 1 },
        task: 'Ask.',
        tools: createToolRegistry({ tools: [] }),
        models: { default: model },
        allowance: { solver: 1 },
      },
      async (run) => ({ stopReason: 'final', answer: (await run.think(request, 'solver')).text }),
    );
    expect(result).toMatchObject({
      answer: 'b answers',
      counts: { attempts: 1 },
      usage: { costUsd: 3 },
      flags: ['model: b was asked: a failed (rate_limit)'],
    });
  });

  it('what is unknown is not priced', async () => {
    const prices = { a: { inputPerMillionUsd: 1, outputPerMillionUsd: 1 } };
    const usage = { inputTokens: 5, outputTokens: null, cachedInputTokens: null, costUsd: null };
    const { reply } = await ask(withFallback([answering('a', { usage })], { prices }));
    expect(reply.usage.costUsd).toBeNull();
  });

  it.each([
    [[], {}],
    [[{}], {}],
    [undefined, {}],
    [[answering('a')], { timeoutMs: 0 }],
    [[answering('a')], { handOverOn: ['rate-limit'] }],
    [[answering('a')], { attempts: 2 }],
    [
      [answering('a')],
      { prices: { a: { inputPerMillionUsd: Number.NaN, outputPerMillionUsd: 1 } } },
    ],
  ])('refuses %j with %j', (models, options) => {
    let error: unknown;
    try {
      withFallback(models as Model[], options as FallbackOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(isConfigurationError(error)).toBe(true);
  });

  it('makes attempts of its own when one of its models does', () => {
    expect(withFallback([answering('a'), withRetry(answering('b'))]).retries).toBe(true);
    expect(withFallback([answering('a'), answering('b')])).not.toHaveProperty('retries');
  });
});

import {
  isConfigurationError,
  type Model,
  type ModelReply,
  type ModelRequest,
} from '@loopwright/agent-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestLimiter, type RequestLimiterOptions } from '../src/index.ts';
import { ask, failureOf, request } from './support.ts';

/** Lets everything settle that waits for nothing else. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that moves when it is told to, with its timers. */
function manualClock() {
  let time = 0;
  const timers = new Map<symbol, { at: number; action: () => void }>();
  return {
    now: () => time,
    setTimer: (action: () => void, ms: number) => {
      const key = Symbol();
      timers.set(key, { at: time + ms, action });
      return () => timers.delete(key);
    },
    timers,
    async advance(ms: number) {
      time += ms;
      for (const [key, { at, action }] of timers) {
        if (at > time) continue;
        timers.delete(key);
        action();
      }
      await settled();
    },
  };
}

/** A model whose calls end when the test says so. */
function heldModel(id = 'm') {
  const calls: {
    asked: ModelRequest;
    answer: (reply?: Partial<ModelReply>) => void;
    fail: () => void;
  }[] = [];
  const model: Model = {
    id,
    generate: (asked) =>
      new Promise((resolve, reject) => {
        const answer = (reply: Partial<ModelReply> = {}) => resolve({ text: id, ...reply });
        calls.push({ asked, answer, fail: () => reject(new Error('no')) });
      }),
  };
  return { model, calls };
}

function setUp(options: Partial<RequestLimiterOptions> = {}) {
  const clock = manualClock();
  const { now, setTimer } = clock;
  const limiter = createRequestLimiter({ concurrency: 2, now, setTimer, ...options });
  return { clock, limiter, ...heldModel() };
}

const asks = (text: string): ModelRequest => ({
  system: '',
  messages: [{ role: 'user', blocks: [text] }],
});

describe('createRequestLimiter', () => {
  it('lets so many calls run at the same time, first come first served, over all models', async () => {
    const { limiter, model, calls } = setUp();
    const other = limiter.limit(model);
    const limited = limiter.limit(model);
    const replies = ['1', '2', '3', '4'].map((text, index) =>
      ask(index % 2 ? other : limited, asks(text)),
    );
    await settled();
    expect([limiter.active, limiter.waiting]).toEqual([2, 2]);
    calls[1]!.answer();
    await settled();
    calls[0]!.answer();
    await settled();
    expect(calls.map(({ asked }) => asked)).toEqual(['1', '2', '3', '4'].map(asks));
    calls[2]!.answer();
    calls[3]!.answer();
    await Promise.all(replies);
    expect([limiter.active, limiter.waiting]).toEqual([0, 0]);
  });

  it('a call that fails, throws at once, or has no text gives its place back', async () => {
    const { limiter, model, calls } = setUp({ concurrency: 1 });
    const failed = failureOf(limiter.limit(model));
    await settled();
    calls[0]!.fail();
    await failed;
    const thrower: Model = {
      id: 't',
      generate: () => {
        throw new Error('at once');
      },
    };
    await failureOf(limiter.limit(thrower));
    const empty = { id: 'e', generate: async () => undefined } as unknown as Model;
    expect(await failureOf(limiter.limit(empty))).toMatchObject({ kind: 'malformed_reply' });
    expect(limiter.active).toBe(0);
  });

  it('a call that hangs gives its place back when it is cancelled, and at the latest after timeoutMs', async () => {
    const { limiter, model } = setUp({ concurrency: 1, timeoutMs: 20 });
    const controller = new AbortController();
    const cancelled = failureOf(limiter.limit(model), request, controller.signal);
    await settled();
    controller.abort();
    expect(await cancelled).toMatchObject({ kind: 'aborted' });
    expect(limiter.active).toBe(0);
    expect(await failureOf(limiter.limit(model))).toMatchObject({ kind: 'timeout' });
    expect(limiter.active).toBe(0);
  });

  it('a waiting call leaves the queue when it is cancelled, and was never made', async () => {
    const { limiter, model, calls } = setUp({ concurrency: 1 });
    const first = ask(limiter.limit(model), asks('1'));
    const controller = new AbortController();
    const second = failureOf(limiter.limit(model), asks('2'), controller.signal);
    const third = ask(limiter.limit(model), asks('3'));
    await settled();
    controller.abort();
    expect(await second).toMatchObject({ kind: 'aborted', retryable: false });
    expect(limiter.waiting).toBe(1);
    calls[0]!.answer();
    await first;
    await settled();
    calls[1]!.answer();
    await third;
    expect(calls.map(({ asked }) => asked)).toEqual([asks('1'), asks('3')]);
  });

  it('starts so many calls in any minute', async () => {
    const { limiter, model, calls, clock } = setUp({ concurrency: 9, requestsPerMinute: 2 });
    const replies = [1, 2, 3].map((n) => ask(limiter.limit(model), asks(`${n}`)));
    await settled();
    await clock.advance(59_999);
    expect(calls).toHaveLength(2);
    await clock.advance(1);
    expect(calls).toHaveLength(3);
    for (const call of calls) call.answer();
    await Promise.all(replies);
  });

  it('counts tokens by length until the reply says better', async () => {
    const { limiter, model, calls, clock } = setUp({ concurrency: 9, tokensPerMinute: 100 });
    const first = ask(limiter.limit(model), { ...asks('x'.repeat(160)), maxOutputTokens: 50 });
    const second = ask(limiter.limit(model), asks('y'.repeat(160)));
    await settled();
    expect(calls).toHaveLength(1);
    const usage = { inputTokens: 40, outputTokens: 5, cachedInputTokens: null, costUsd: null };
    calls[0]!.answer({ usage });
    await settled();
    expect(calls).toHaveLength(2);
    calls[1]!.answer();
    await Promise.all([first, second]);
    const third = ask(limiter.limit(model), asks('z'.repeat(4_000)));
    await settled();
    expect(calls).toHaveLength(2);
    await clock.advance(60_000);
    calls[2]!.answer();
    await third;
  });

  it('a stream that waits for its place is not silent', async () => {
    const { limiter, model, calls, clock } = setUp({ concurrency: 1 });
    const first = ask(limiter.limit(model));
    const second = ask(limiter.limit({ ...model, streams: true }));
    await settled();
    await clock.advance(1_000);
    await clock.advance(1_000);
    calls[0]!.answer();
    await settled();
    calls[1]!.answer();
    await first;
    expect((await second).deltas).toEqual(['', '']);
    expect(clock.timers.size).toBe(0);
  });

  it('whoever watches may throw while a call waits, and the call goes on', async () => {
    const { limiter, model, calls, clock } = setUp({ concurrency: 1 });
    const first = ask(limiter.limit(model));
    const onDelta = () => {
      throw new Error('no');
    };
    const { signal } = new AbortController();
    const second = limiter
      .limit({ ...model, streams: true })
      .generate(request, { signal, onDelta });
    await settled();
    await clock.advance(1_000);
    await clock.advance(1_000);
    calls[0]!.answer();
    await settled();
    calls[1]!.answer();
    await Promise.all([first, second]);
  });

  it.each([Number.NaN, -1, Infinity])('usage of %d tokens blocks nobody', async (inputTokens) => {
    const { limiter, clock } = setUp({ concurrency: 1, tokensPerMinute: 100 });
    const usage = { inputTokens, outputTokens: 1, cachedInputTokens: null, costUsd: null };
    const model: Model = { id: 'm', generate: async () => ({ text: 'x', usage }) };
    await ask(limiter.limit(model));
    await ask(limiter.limit(model), { ...request, maxOutputTokens: Number.NaN });
    await clock.advance(60_000);
    await ask(limiter.limit(model));
    expect([limiter.active, limiter.waiting]).toEqual([0, 0]);
  });

  it('loses no place and no call, however calls end', async () => {
    const end = fc.constantFrom('answer', 'fail', 'cancel', 'cancel at once');
    const cases = fc.tuple(fc.array(end, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([ends, concurrency]) => {
        const { limiter } = setUp({ concurrency });
        const controllers = ends.map(() => new AbortController());
        let made = 0;
        let most = 0;
        const model: Model = {
          id: 'm',
          generate: async ({ system }) => {
            made += 1;
            most = Math.max(most, limiter.active);
            await settled();
            const index = Number(system);
            if (ends[index] === 'fail') throw new Error('no');
            if (ends[index] === 'cancel') {
              controllers[index]!.abort();
              await new Promise(() => {});
            }
            return { text: 'x' };
          },
        };
        const limited = limiter.limit(model);
        const pending = ends.map((_, index) =>
          ask(limited, { system: `${index}`, messages: [] }, controllers[index]!.signal).catch(
            () => {},
          ),
        );
        for (const [index, each] of ends.entries()) {
          if (each === 'cancel at once') controllers[index]!.abort();
        }
        await Promise.all(pending);
        expect([limiter.active, limiter.waiting]).toEqual([0, 0]);
        expect(most).toBeLessThanOrEqual(concurrency);
        expect(made).toBe(ends.filter((each) => each !== 'cancel at once').length);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    {},
    { concurrency: 0 },
    { concurrency: 1, requestsPerMinute: 0 },
    { concurrency: 1, tokensPerMinute: Number.NaN },
    { concurrency: 1, timeoutMs: 0 },
    { concurrency: 1, perMinute: 1 },
  ])('refuses %j', (options) => {
    let error: unknown;
    try {
      createRequestLimiter(options as RequestLimiterOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(isConfigurationError(error)).toBe(true);
  });
});

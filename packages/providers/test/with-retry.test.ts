import { isConfigurationError, type Model } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { isModelCallError, type RetryOptions, withRetry } from '../src/index.ts';
import { type ScriptedReply, scriptedModel } from '../src/scripted.ts';
import { ask, failureOf, request } from './support.ts';

const failure = (fields: object) => Object.assign(new Error('no'), fields);
const busy = () => failure({ status: 503 });

/** A clock that only waiting moves. */
function setUp(replies: ScriptedReply[], options: RetryOptions = {}) {
  const model = scriptedModel(replies, { id: 'm' });
  const waits: number[] = [];
  let time = 0;
  const retrying = withRetry(model, {
    random: () => 0.5,
    now: () => time,
    sleep: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    ...options,
  });
  return { model, retrying, waits };
}

describe('withRetry', () => {
  it('REFL-014: makes the attempts that it was told to make, and not one more', async () => {
    const { model, retrying, waits } = setUp(Array.from({ length: 9 }, busy), { attempts: 4 });
    const error = await failureOf(retrying);
    expect(error).toMatchObject({ kind: 'transient', status: 503 });
    expect(error.message).toContain('4 attempts were made');
    expect(model.requests).toHaveLength(4);
    expect(waits).toEqual([250, 500, 1_000]);
  });

  it('answers as soon as one attempt does', async () => {
    const { retrying, waits } = setUp([busy(), 'four']);
    expect((await ask(retrying)).reply.text).toBe('four');
    expect(waits).toHaveLength(1);
  });

  it('waits a random part of a time that doubles up to a cap', async () => {
    const options = { attempts: 9, baseDelayMs: 1_000, maxDelayMs: 5_000, random: () => 0.999 };
    const { retrying, waits } = setUp(Array.from({ length: 9 }, busy), options);
    await failureOf(retrying);
    expect(waits.map(Math.ceil)).toEqual([999, 1_998, 3_996, ...Array(5).fill(4_995)]);
    const none = setUp([busy(), 'x'], { random: () => 0 });
    await ask(none.retrying);
    expect(none.waits).toEqual([0]);
  });

  it('tries nothing again that cannot help', async () => {
    for (const fields of [{ status: 400 }, { status: 401 }, { code: 'insufficient_quota' }, {}]) {
      const { model, retrying } = setUp([failure(fields), 'x']);
      expect(isModelCallError(await failureOf(retrying))).toBe(true);
      expect(model.requests).toHaveLength(1);
    }
  });

  it('waits as long as the provider asks, without chance', async () => {
    const { retrying, waits } = setUp([failure({ status: 429, retryAfterMs: 7_000 }), 'x']);
    await ask(retrying);
    expect(waits).toEqual([7_000]);
  });

  it('REFL-012: a wait over the cap fails at once, and the error says how long', async () => {
    const limited = failure({ status: 429, headers: { 'retry-after': '3600' } });
    const { model, retrying, waits } = setUp([limited, 'x'], { timeoutMs: 9_999_999 });
    const error = await failureOf(retrying);
    expect(error).toMatchObject({ kind: 'rate_limit', retryAfterMs: 3_600_000 });
    expect(error.message).toContain('would have to wait 3600000 ms');
    expect(waits).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('REFL-016: the deadline covers the waits', async () => {
    const limited = () => failure({ status: 429, retryAfterMs: 400 });
    const replies = Array.from({ length: 99 }, limited);
    const { model, retrying, waits } = setUp(replies, { attempts: 99, timeoutMs: 1_000 });
    expect(await failureOf(retrying)).toMatchObject({ kind: 'rate_limit' });
    expect(waits).toEqual([400, 400]);
    expect(model.requests).toHaveLength(3);
  });

  it('the deadline covers a model that hangs', async () => {
    const hanging: Model = { id: 'h', generate: () => new Promise(() => {}) };
    const error = await failureOf(withRetry(hanging, { timeoutMs: 30 }));
    expect(error).toMatchObject({ kind: 'timeout' });
  });

  it('a call that is cancelled while it waits ends at once', async () => {
    const controller = new AbortController();
    const sleeps: ((ms: number, signal: AbortSignal) => Promise<void>)[] = [
      () => new Promise(() => {}),
      () => Promise.reject(new Error('aborted')),
    ];
    for (const sleep of sleeps) {
      const { model, retrying } = setUp([busy(), 'x'], {
        sleep: (ms, signal) => {
          queueMicrotask(() => controller.abort());
          return sleep(ms, signal);
        },
      });
      expect(await failureOf(retrying, request, controller.signal)).toMatchObject({
        kind: 'aborted',
      });
      expect(model.requests.length).toBeLessThan(2);
    }
  });

  it('after the first delta nothing is tried again', async () => {
    let calls = 0;
    const breaking: Model = {
      id: 'm',
      streams: true,
      generate: async (_, { onDelta }) => {
        calls += 1;
        onDelta('half');
        throw busy();
      },
    };
    expect(await failureOf(withRetry(breaking))).toMatchObject({ kind: 'transient' });
    expect(calls).toBe(1);
  });

  it.each([
    { attempts: 0 },
    { attempts: 1.5 },
    { timeoutMs: 0 },
    { baseDelayMs: -1 },
    { maxDelayMs: Number.NaN },
    { maxRetryAfterMs: -1 },
    { retries: 2 },
  ])('refuses %j', (options: object) => {
    expect(mistakeOf(() => withRetry(scriptedModel([]), options))).toBe(true);
  });

  it('refuses a model that already tries again, and what is no model', () => {
    expect(mistakeOf(() => withRetry(withRetry(scriptedModel([]))))).toBe(true);
    expect(mistakeOf(() => withRetry({} as Model))).toBe(true);
  });
});

function mistakeOf(action: () => void): boolean {
  try {
    action();
  } catch (error) {
    return isConfigurationError(error);
  }
  return false;
}

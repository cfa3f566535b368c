import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent, Model } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import {
  ask,
  clock,
  deafModel,
  modelError,
  type SpecOptions,
  scripted,
  specOf,
} from './support.ts';

function askOnce(model: Model, options: SpecOptions = {}) {
  return runStrategy(specOf({ model, allowance: { actor: 1 }, ...options }), async (run) => {
    const { text } = await run.think(ask('What now?'), 'actor');
    return { stopReason: 'final', answer: text };
  });
}

describe('attempts of a model call', () => {
  it.each(['transient', 'rate_limit', 'timeout'])('%s is tried again', async (kind) => {
    const model = scripted([modelError({ kind }), modelError({ kind }), 'third']);
    const result = await askOnce(model);
    expect(result).toMatchObject({ status: 'solved', answer: 'third', counts: { attempts: 3 } });
    expect(result.counts.modelCalls).toEqual({ actor: 1 });
    expect(model.requests[2]).toBe(model.requests[0]);
  });

  it.each(['auth', 'bad_request', 'quota', 'refused', 'malformed_reply', 'unknown'])(
    '%s is not tried again',
    async (kind) => {
      const model = scripted([modelError({ kind }), 'second']);
      const result = await askOnce(model);
      expect(result.status).toBe('failed');
      expect(result.counts.attempts).toBe(1);
    },
  );

  it('what the error says itself about another attempt comes first', async () => {
    const final = modelError({ kind: 'transient', retryable: false });
    expect((await askOnce(scripted([final, 'second']))).status).toBe('failed');
    const passing = modelError({ kind: 'unknown', retryable: true });
    expect((await askOnce(scripted([passing, 'second']))).status).toBe('solved');
  });

  it.each([
    [{ status: 503 }, 'transient', 3],
    [{ code: 'ECONNRESET' }, 'transient', 3],
    [{ status: 402 }, 'quota', 1],
    [{ status: 422 }, 'bad_request', 1],
    [{ status: 404 }, 'unknown', 1],
    [{ kind: 'nonsense' }, 'unknown', 1],
  ])('an error that a client library throws is understood: %o', async (fields, kind, attempts) => {
    const result = await askOnce(scripted([1, 2, 3].map(() => modelError(fields))));
    expect(result.reason).toContain(`failed (${kind})`);
    expect(result.counts.attempts).toBe(attempts);
  });

  it.each([
    undefined,
    null,
    'text',
    7,
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    ),
  ])('a model may throw anything', async (thrown) => {
    const model: Model = { id: 'm', generate: () => Promise.reject(thrown) };
    expect(await askOnce(model)).toMatchObject({ status: 'failed', stopReason: 'error' });
  });

  it('a model that throws before it gives a promise has failed like any other', async () => {
    const model = {
      id: 'm',
      generate: () => {
        throw modelError({ kind: 'auth' });
      },
    } as unknown as Model;
    expect((await askOnce(model)).reason).toContain('failed (auth)');
  });

  it('REFL-014: requests per call are at most `attempts`, and the run says how many there were', async () => {
    const model = scripted(Array.from({ length: 9 }, () => modelError({ kind: 'transient' })));
    const live: LiveEvent[] = [];
    const result = await askOnce(model, {
      limits: { attempts: 4 },
      onLive: (event) => live.push(event),
    });
    expect(model.requests).toHaveLength(4);
    expect(result.counts.attempts).toBe(4);
    expect(live).toMatchObject([
      { type: 'attempt_failed', key: 'actor:0', attempt: 1, error: { kind: 'transient' } },
      { type: 'attempt_failed', attempt: 2 },
      { type: 'attempt_failed', attempt: 3 },
    ]);
  });
});

describe('waits and deadlines of a model call', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Milliseconds of the fake clock until the run is over. */
  async function run(model: Model, options: SpecOptions = {}) {
    const startedAt = Date.now();
    const running = askOnce(model, options).then((result) => ({
      result,
      ms: Date.now() - startedAt,
    }));
    await vi.runAllTimersAsync();
    return running;
  }

  const transient = modelError({ kind: 'transient' });

  it('waits twice as long before each further attempt', async () => {
    const model = scripted([transient, transient, transient, 'ok']);
    const { result, ms } = await run(model, { limits: { attempts: 4, retryDelayMs: 100 } });
    expect(result.status).toBe('solved');
    expect(ms).toBe(100 + 200 + 400);
    expect(result.activeMs).toBe(ms);
  });

  it('waits as long as the provider asks', async () => {
    const model = scripted([modelError({ kind: 'rate_limit', retryAfterMs: 7_000 }), 'ok']);
    expect((await run(model)).ms).toBe(7_000);
  });

  it('REFL-016: does not wait for longer than the run has left', async () => {
    const limits = { activeMs: 1_000 };
    const patient = scripted([modelError({ kind: 'rate_limit', retryAfterMs: 1_000 }), 'ok']);
    const { result, ms } = await run(patient, { limits });
    expect(ms).toBe(0);
    expect(patient.requests).toHaveLength(1);
    expect(result.reason).toContain('failed (rate_limit)');
    const hasty = scripted([modelError({ kind: 'rate_limit', retryAfterMs: 999 }), 'ok']);
    expect((await run(hasty, { limits })).result.status).toBe('solved');
  });

  it('REFL-016: does not wait for longer than one attempt may take', async () => {
    const model = scripted([modelError({ kind: 'rate_limit', retryAfterMs: 3_600_000 }), 'ok']);
    const { result, ms } = await run(model);
    expect(ms).toBe(0);
    expect(result.status).toBe('failed');
  });

  it.each([Number.NaN, Infinity, -5, '9'])(
    'REFL-013: a wait of %s is no wait that can be kept; the usual one is taken',
    async (retryAfterMs) => {
      const model = scripted([modelError({ kind: 'rate_limit', retryAfterMs }), 'ok']);
      const { result, ms } = await run(model, { limits: { retryDelayMs: 40 } });
      expect(result.status).toBe('solved');
      expect(ms).toBe(40);
    },
  );

  it('gives an attempt callMs and then tries again', async () => {
    const { result, ms } = await run(deafModel, {
      limits: { callMs: 50, attempts: 3, retryDelayMs: 0 },
    });
    expect(ms).toBe(150);
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'timeout' });
    expect(result.reason).toContain('did not answer within 50 ms');
    expect(result.counts).toMatchObject({ modelCalls: { actor: 1 }, attempts: 3 });
  });

  it('R9: ends with timeout when the time of the run is used up', async () => {
    const { result, ms } = await run(deafModel, { limits: { activeMs: 30 } });
    expect(ms).toBe(30);
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'timeout', activeMs: 30 });
    expect(result.reason).toBe('The limit of 30 ms was reached');
  });

  it('gives a streamed reply up after idleStreamMs of silence, heard deltas included', async () => {
    const live: LiveEvent[] = [];
    const model: Model = {
      id: 'stream',
      streams: true,
      generate: (_, { onDelta }) => {
        setTimeout(() => onDelta('a'), 20);
        setTimeout(() => onDelta('b'), 40);
        return new Promise(() => {});
      },
    };
    const limits = { idleStreamMs: 30, attempts: 1 };
    const { result, ms } = await run(model, { limits, onLive: (event) => live.push(event) });
    expect(ms).toBe(70);
    expect(result.stopReason).toBe('timeout');
    expect(live).toEqual([
      { type: 'delta', key: 'actor:0', attempt: 1, text: 'a', after: 0 },
      { type: 'delta', key: 'actor:0', attempt: 1, text: 'b', after: 0 },
    ]);
  });

  it('an empty delta keeps a stream alive and is no event', async () => {
    const live: LiveEvent[] = [];
    const model: Model = {
      id: 'stream',
      streams: true,
      generate: (_, { onDelta }) => {
        for (const ms of [20, 40, 60]) setTimeout(() => onDelta(''), ms);
        return new Promise((resolve) => setTimeout(() => resolve({ text: 'thought over' }), 80));
      },
    };
    const limits = { idleStreamMs: 30, attempts: 1 };
    const { result, ms } = await run(model, { limits, onLive: (event) => live.push(event) });
    expect(ms).toBe(80);
    expect(result).toMatchObject({ status: 'solved', answer: 'thought over' });
    expect(live).toEqual([]);
  });

  it('does not hear what a model streams after it was given up', async () => {
    const live: LiveEvent[] = [];
    let calls = 0;
    const model: Model = {
      id: 'stream',
      generate: (_, { onDelta }) => {
        calls += 1;
        if (calls === 1) {
          setTimeout(() => onDelta('in time'), 10);
          setTimeout(() => onDelta('late'), 30);
          return new Promise(() => {});
        }
        return new Promise((resolve) => setTimeout(() => resolve({ text: 'four' }), 20));
      },
    };
    const limits = { callMs: 25, attempts: 2, retryDelayMs: 0 };
    const { result } = await run(model, { limits, onLive: (event) => live.push(event) });
    expect(result).toMatchObject({ answer: 'four', counts: { attempts: 2 } });
    expect(live).toMatchObject([
      { type: 'delta', attempt: 1, text: 'in time' },
      { type: 'attempt_failed', attempt: 1, error: { kind: 'timeout' } },
    ]);
  });

  it('a model that does not stream may be silent for the whole of callMs', async () => {
    const { ms } = await run(deafModel, { limits: { idleStreamMs: 30, callMs: 80, attempts: 1 } });
    expect(ms).toBe(80);
  });

  it('tells the model by its signal to give up', async () => {
    let signal: AbortSignal | undefined;
    const model: Model = {
      id: 'm',
      generate: (_, options) => {
        signal = options.signal;
        return new Promise(() => {});
      },
    };
    await run(model, { limits: { callMs: 10, attempts: 1 } });
    expect(signal?.aborted).toBe(true);
  });

  it('R9: is cancelled in the wait before another attempt, and counts the requests sent', async () => {
    const cancel = new AbortController();
    const model = scripted([
      () => {
        setTimeout(() => cancel.abort(), 10);
        throw transient;
      },
      'never',
    ]);
    const { result, ms } = await run(model, {
      cancel: cancel.signal,
      limits: { retryDelayMs: 5_000 },
    });
    expect(ms).toBe(10);
    expect(result).toMatchObject({ stopReason: 'aborted', counts: { attempts: 1 } });
  });

  it('R9: a run that was cancelled before it began sends no request', async () => {
    const model = scripted(['never']);
    const { result } = await run(model, { cancel: AbortSignal.abort() });
    expect(model.requests).toEqual([]);
    expect(result).toMatchObject({ stopReason: 'aborted', counts: { attempts: 0 } });
  });
});

it('time is measured by the clock of the run', async () => {
  const { now, move } = clock();
  const model = scripted([
    () => {
      move(400);
      return 'slow';
    },
  ]);
  const result = await askOnce(model, { now });
  expect(result.activeMs).toBe(400);
});

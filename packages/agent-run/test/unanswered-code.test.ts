import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Advisor, LiveEvent, Model } from '../src/index.ts';
import { createMemoryJournal, runStrategy, startStrategy } from '../src/index.ts';
import {
  advisor,
  ask,
  call,
  done,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

const never = () => new Promise<never>(() => {});
const waitFor = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

describe('code of the caller that never answers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Runs one step with an advisor, for as long as it takes. */
  async function advised(advise: Advisor['advise'], options: SpecOptions = {}) {
    const notes: string[] = [];
    const running = runStrategy(
      specOf({
        advisors: [advisor(advise)],
        allowance: { critic: 5 },
        limits: { callMs: 100, attempts: 1 },
        ...options,
      }),
      async (run) => {
        notes.push(...(await stepWith(run, call('echo'))).notes);
        return done;
      },
    );
    await vi.runAllTimersAsync();
    return { result: await running, notes };
  }

  it('R9: an advisor is a flag after callMs', async () => {
    const { result } = await advised(never);
    expect(result).toMatchObject({ status: 'solved' });
    expect(result.flags).toEqual(['adviser: the advisor did not answer within 100 ms']);
  });

  it('R9: an advisor that stays silent after a model call is a flag', async () => {
    const { result } = await advised(
      async (context) => {
        await context.think(ask('x'), 'critic');
        return never();
      },
      { model: scripted(['a']) },
    );
    expect(result.flags).toEqual(['adviser: the advisor did not answer within 100 ms']);
  });

  it('an advisor has callMs again after each of its model calls, whose time does not count', async () => {
    const slowModel: Model = {
      id: 'scripted',
      generate: () => waitFor(90).then(() => ({ text: 'a' })),
    };
    const { result, notes } = await advised(
      async (context) => {
        for (let asked = 0; asked < 3; asked++) {
          await waitFor(60);
          await context.think(ask(`${asked}`), 'critic');
        }
        await waitFor(90);
        return 'look closer';
      },
      { model: slowModel },
    );
    expect(notes).toEqual(['look closer']);
    expect(result.flags).toEqual([]);
  });

  it('no deadline is left behind by an advisor that answered or was left', async () => {
    const controller = new AbortController();
    const running = runStrategy(
      specOf({
        advisors: [advisor(() => 'note'), advisor(never)],
        limits: { callMs: 100_000, graceMs: 10 },
        cancel: controller.signal,
      }),
      async (run) => {
        await stepWith(run, call('echo'));
        return done;
      },
    );
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await vi.advanceTimersByTimeAsync(20);
    expect((await running).stopReason).toBe('aborted');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('R9: a check of the answer has not accepted it after callMs', async () => {
    const spec = specOf({ checkAnswer: never, limits: { callMs: 100 } });
    const running = runStrategy(spec, async () => done);
    await vi.runAllTimersAsync();
    expect(await running).toMatchObject({
      status: 'failed',
      stopReason: 'error',
      reason: 'The answer does not fit: its check did not answer within 100 ms',
    });
  });

  it('R9: nor a stored answer', async () => {
    const runtime = createMemoryJournal();
    const limits = { callMs: 100 };
    await runStrategy(specOf({ runtime, limits }), async () => done);
    const running = runStrategy(specOf({ runtime, limits, checkAnswer: never }), async () => done);
    await vi.runAllTimersAsync();
    expect((await running).reason).toBe(
      'The stored answer does not fit: its check did not answer within 100 ms',
    );
  });

  it('R2: nor has it when a strategy asks it, which can then go on', async () => {
    let checked: unknown;
    const running = runStrategy(
      specOf({ checkAnswer: never, limits: { callMs: 100 } }),
      async (run) => {
        checked = await run.checkAnswer('done');
        return { stopReason: 'gave_up', text: 'no luck' };
      },
    );
    await vi.advanceTimersByTimeAsync(100);
    expect((await running).stopReason).toBe('gave_up');
    expect(checked).toEqual({ ok: false, message: 'its check did not answer within 100 ms' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('R9: a strategy that waits for a check can be cancelled', async () => {
    const controller = new AbortController();
    const running = runStrategy(
      specOf({
        checkAnswer: never,
        limits: { callMs: 100_000, graceMs: 10 },
        cancel: controller.signal,
      }),
      async (run) => {
        await run.checkAnswer('done');
        return done;
      },
    );
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await vi.advanceTimersByTimeAsync(50);
    expect((await running).stopReason).toBe('aborted');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('no deadline is left behind by a check that was left', async () => {
    const controller = new AbortController();
    const running = runStrategy(
      specOf({
        checkAnswer: never,
        limits: { callMs: 100_000, graceMs: 10 },
        cancel: controller.signal,
      }),
      async () => done,
    );
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await vi.advanceTimersByTimeAsync(20);
    expect((await running).stopReason).toBe('aborted');
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a sink that rejects is not heard', async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', listen);
  try {
    const fail = async () => {
      throw new Error('disk full');
    };
    const sinks = { onEvent: fail, onLive: fail };
    const body: Parameters<typeof runStrategy>[1] = async (run) => {
      await stepWith(run, call('echo'));
      return done;
    };
    expect((await runStrategy(specOf(sinks), body)).status).toBe('solved');
    expect((await startStrategy(specOf(sinks), body).result).status).toBe('solved');
    await new Promise((resolve) => setTimeout(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', listen);
  }
});

describe('the deltas of a reply', () => {
  it('are not heard after the model has answered', async () => {
    const live: LiveEvent[] = [];
    let late = () => {};
    const model: Model = {
      id: 'scripted',
      generate: async (_, { onDelta }) => {
        onDelta('in time');
        late = () => onDelta('late');
        return { text: 'four' };
      },
    };
    await runStrategy(specOf({ model, onLive: (event) => live.push(event) }), async (run) => {
      await run.think(ask('x'), 'actor');
      late();
      return done;
    });
    expect(live).toMatchObject([{ type: 'delta', text: 'in time' }]);
  });

  it('are not kept for a handle that nobody reads, or reads no more; everything else is', async () => {
    const deltas = Array.from({ length: 1_000 }, (_, index) => `${index} `);
    const model: Model = {
      id: 'scripted',
      generate: async (_, { onDelta }) => {
        for (const delta of deltas) onDelta(delta);
        return { text: deltas.join('') };
      },
    };
    let go = () => {};
    const start = () =>
      startStrategy(specOf({ model }), async (run) => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        await run.think(ask('x'), 'actor');
        return done;
      });
    const typesOf = async (handle: ReturnType<typeof start>) => {
      const types: string[] = [];
      for await (const { type } of handle.events) types.push(type);
      return types;
    };
    const unread = start();
    const first = async (handle: ReturnType<typeof start>) => {
      for await (const { type } of handle.events) return type;
    };
    setTimeout(() => go());
    await unread.result;
    expect(await typesOf(unread)).toEqual(['started', 'model', 'step', 'finished']);

    const read = start();
    setTimeout(() => go());
    expect(await typesOf(read)).toHaveLength(4 + deltas.length);

    const stopped = start();
    expect(await first(stopped)).toBe('started');
    setTimeout(() => go());
    await stopped.result;
    expect(await typesOf(stopped)).toEqual(['model', 'step', 'finished']);
  });
});

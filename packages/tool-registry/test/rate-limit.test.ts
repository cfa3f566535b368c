import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { PerformOptions, RateLimit, ToolOptions } from '../src/index.ts';
import { createToolRegistry, defineTool, toolFailure } from '../src/index.ts';
import { call, errorOf } from './support.ts';

const input = z.object({ n: z.number() });

/** A registry with one limited tool, and when it was started with which argument. */
function limited(rateLimit: RateLimit, extra: Partial<ToolOptions<typeof input, unknown>> = {}) {
  const starts: [n: number, at: number][] = [];
  const tool = defineTool({
    name: 'api',
    description: 'Asks an API.',
    input,
    effect: 'once',
    rateLimit,
    execute: ({ n }) => {
      starts.push([n, Date.now()]);
      return n;
    },
    ...extra,
  });
  const registry = createToolRegistry({ tools: [tool] });
  const ask = async (n: number, options?: PerformOptions) =>
    registry.perform(await registry.admit(call('api', { n })), options);
  return { ask, starts };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('T3: the rate of a tool', () => {
  it('is kept in any span of time, first come, first served', async () => {
    const { ask, starts } = limited({ calls: 2, perMs: 100 });
    const calls = [1, 2, 3, 4, 5].map((n) => ask(n));
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(calls);
    expect(starts).toEqual([
      [1, 0],
      [2, 0],
      [3, 100],
      [4, 100],
      [5, 200],
    ]);
  });

  it('refuses at once what would have to wait for longer than its deadline', async () => {
    const { ask, starts } = limited({ calls: 1, perMs: 60_000 });
    await ask(1);
    const { observation, outcome, attempts } = await ask(2);
    expect(errorOf(observation)).toMatchObject({
      type: 'RateLimited',
      class: 'quota',
      code: 'rate_limited',
      retryAfterMs: 60_000,
    });
    expect({ outcome, attempts }).toEqual({ outcome: 'not_started', attempts: 0 });
    expect(starts).toEqual([[1, 0]]);
  });

  it('counts those who wait: the fourth turn is three spans away', async () => {
    const { ask } = limited({ calls: 1, perMs: 100 }, { timeoutMs: 250 });
    const calls = [1, 2, 3, 4].map((n) => ask(n));
    await vi.advanceTimersByTimeAsync(1_000);
    const results = await Promise.all(calls);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'not_started']);
    expect(errorOf(results[3]!.observation).retryAfterMs).toBe(300);
  });

  it('is not used up by a call that was cancelled while it waited', async () => {
    const { ask, starts } = limited({ calls: 1, perMs: 100 });
    const controller = new AbortController();
    const calls = [ask(1), ask(2, { signal: controller.signal }), ask(3)];
    await vi.advanceTimersByTimeAsync(50);
    controller.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    const [, second] = await Promise.all(calls);
    expect(errorOf(second!.observation).code).toBe('aborted');
    expect(second!.outcome).toBe('not_started');
    expect(starts).toEqual([
      [1, 0],
      [3, 100],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts further attempts; the failure stands when there is no turn for another', async () => {
    const { ask } = limited(
      { calls: 2, perMs: 600_000 },
      {
        effect: 'pure',
        retries: 5,
        execute: () => toolFailure({ message: 'busy', class: 'transient' }),
      },
    );
    const asked = ask(1);
    await vi.advanceTimersByTimeAsync(30_000);
    const { observation, attempts } = await asked;
    expect(attempts).toBe(2);
    expect(errorOf(observation)).toMatchObject({ code: 'failed', message: 'busy' });
  });

  it('refuses at once also when another call holds the only slot', async () => {
    const hanging = { concurrency: 1, execute: () => new Promise(() => {}) };
    const { ask } = limited({ calls: 1, perMs: 60_000 }, hanging);
    const first = ask(1);
    const rest = await Promise.all([ask(2), ask(3)]);
    expect(rest.map(({ ms }) => ms)).toEqual([0, 0]);
    expect(rest.map(({ observation }) => errorOf(observation).retryAfterMs)).toEqual([
      60_000, 60_000,
    ]);
    await vi.advanceTimersByTimeAsync(30_000);
    await first;
  });

  it('counts whoever waits for a slot, and forgets whoever gave up', async () => {
    const slow = { concurrency: 1, timeoutMs: 150, effect: 'pure' } as const;
    const { ask } = limited({ calls: 1, perMs: 100 }, slow);
    const controller = new AbortController();
    const calls = [ask(1), ask(2, { signal: controller.signal })];
    expect(errorOf((await ask(3)).observation).retryAfterMs).toBe(200);
    controller.abort();
    await vi.advanceTimersByTimeAsync(10);
    calls.push(ask(4));
    await vi.advanceTimersByTimeAsync(1_000);
    const codes = (await Promise.all(calls)).map(({ observation: { ok, text } }) => ok || text);
    expect(codes).toEqual([true, expect.stringContaining('Aborted'), true]);
  });

  it('gives turns again soon after a clock was set back', async () => {
    let back = 0;
    const now = () => 10_000_000 + Date.now() - back;
    const { ask } = limited({ calls: 1, perMs: 100 }, { effect: 'pure' });
    await ask(1, { now });
    back = 3_600_000;
    const asked = ask(2, { now });
    await vi.advanceTimersByTimeAsync(100);
    expect((await asked).outcome).toBe('done');
    expect((await ask(3, { now, timeoutMs: 100 })).observation.ok).toBe(false);
  });

  it('goes by the clock of the call', async () => {
    let time = 5_000;
    const now = () => time;
    const { ask, starts } = limited({ calls: 1, perMs: 100_000 });
    await ask(1, { now });
    expect((await ask(2, { now })).outcome).toBe('not_started');
    time += 100_000;
    expect((await ask(3, { now })).outcome).toBe('done');
    expect(starts.length).toBe(2);
  });

  it.each([{ calls: 0, perMs: 1 }, { calls: 1.5, perMs: 1 }, { calls: 1, perMs: Infinity }, 5])(
    'is refused when it cannot be meant: %j',
    (rateLimit) => {
      expect(() => limited(rateLimit as RateLimit)).toThrow(/rateLimit must be/);
    },
  );
});

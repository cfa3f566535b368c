import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Execution, PerformOptions, ToolEffect, ToolExecution } from '../src/index.ts';
import {
  createToolRegistry,
  defineTool,
  notStarted,
  outcomeUnknown,
  toolFailure,
} from '../src/index.ts';
import { call, errorOf } from './support.ts';

type Behaviour = (execution: ToolExecution) => unknown;

function probe(effect: ToolEffect, execute: Behaviour, options: object = {}) {
  return defineTool({
    name: 'probe',
    description: 'A probe.',
    input: z.object({}),
    effect,
    execute: (_args, execution) => execute(execution),
    ...options,
  });
}

async function perform(
  tool: ReturnType<typeof probe>,
  options: PerformOptions = {},
): Promise<Execution> {
  const registry = createToolRegistry({ tools: [tool] });
  return registry.perform(await registry.admit(call('probe')), options);
}

/** Performs a call and lets so much time pass that every deadline, pause and grace is over. */
async function performToTheEnd(
  tool: ReturnType<typeof probe>,
  options: PerformOptions = {},
): Promise<Execution> {
  const execution = perform(tool, options);
  await vi.advanceTimersByTimeAsync(60_000);
  return execution;
}

const never = () => new Promise<never>(() => {});
const fail = (error: unknown) => () => {
  throw error;
};
const busy = () => toolFailure({ message: 'busy', class: 'transient' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('T3: the outcome of a call', () => {
  const crash = fail(new Error('HTTP 503'));

  it.each([
    ['pure', 'done'],
    ['idempotent', 'done'],
    ['once', 'done'],
  ] as const)('%s: a result is %s', async (effect, outcome) => {
    const execution = await perform(probe(effect, () => 'ok'));
    expect(execution).toMatchObject({ outcome, attempts: 1, observation: { ok: true } });
  });

  it.each([
    ['pure', 'done'],
    ['idempotent', 'unknown'],
    ['once', 'unknown'],
  ] as const)('%s: an exception is %s', async (effect, outcome) => {
    expect(await perform(probe(effect, crash))).toMatchObject({ outcome, attempts: 1 });
  });

  it('thrown or returned, a failure that says so was not started', async () => {
    const refuse = () => notStarted('no connection');
    expect((await perform(probe('once', refuse))).outcome).toBe('not_started');
    expect((await perform(probe('once', fail(refuse())))).outcome).toBe('not_started');
    const returned = await perform(probe('once', () => toolFailure({ message: 'declined' })));
    expect(returned.outcome).toBe('unknown');
  });

  it('the text of an exception says that the effect may have happened', async () => {
    const { observation } = await perform(probe('once', crash));
    expect(observation.text).toBe(
      'ERROR[probe]: Error: outcome unknown, it may have taken effect: HTTP 503',
    );
    expect(errorOf(observation)).toMatchObject({ class: 'unknown_outcome', code: 'thrown' });
  });

  it('an idempotent tool keeps the class of its error: trying again does no harm', async () => {
    const tool = probe('idempotent', fail(Object.assign(new Error('x'), { status: 503 })));
    expect(errorOf((await perform(tool)).observation).class).toBe('transient');
  });

  it('a result that cannot be shown is done all the same', async () => {
    const execution = await perform(probe('once', () => () => 1));
    expect(execution.outcome).toBe('done');
    expect(errorOf(execution.observation).code).toBe('unsupported_result');
  });
});

describe('T3: the deadline', () => {
  it.each([
    ['pure', 'done', 'timeout'],
    ['idempotent', 'unknown', 'unknown_outcome'],
    ['once', 'unknown', 'unknown_outcome'],
  ] as const)('%s: a deaf tool is %s, code %s', async (effect, outcome, code) => {
    const execution = await performToTheEnd(probe(effect, never, { timeoutMs: 50 }));
    expect(execution).toMatchObject({ outcome, attempts: 1, ms: 50 });
    expect(errorOf(execution.observation).code).toBe(code);
  });

  it('the caller may shorten it, not lengthen it', async () => {
    const tool = probe('pure', never, { timeoutMs: 50 });
    expect((await performToTheEnd(tool, { timeoutMs: 20 })).ms).toBe(20);
    expect((await performToTheEnd(tool, { timeoutMs: 500 })).ms).toBe(50);
  });

  it('without time nothing is started', async () => {
    const run = vi.fn();
    for (const timeoutMs of [0, -5, NaN]) {
      const execution = await perform(probe('once', run), { timeoutMs });
      expect(execution).toMatchObject({ outcome: 'not_started', attempts: 0 });
      expect(errorOf(execution.observation)).toMatchObject({ code: 'timeout', class: 'timeout' });
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('an unknown outcome reads the same after a deadline, a cancellation and a crash', async () => {
    const tool = probe('once', never, { timeoutMs: 50 });
    const controller = new AbortController();
    const cancelled = perform(tool, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    const afterCrash = outcomeUnknown('probe', 16_384);
    expect((await cancelled).observation).toEqual(afterCrash);
    expect((await performToTheEnd(tool)).observation).toEqual(afterCrash);
    expect(afterCrash.text).toMatch(/^ERROR\[probe\]: OutcomeUnknown: .*outcome unknown/);
    expect(errorOf(afterCrash)).toMatchObject({
      class: 'unknown_outcome',
      code: 'unknown_outcome',
    });
  });

  it('TOOL-025: a tool that rejects after its deadline disturbs nobody', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error('x')), 50));
    const execution = await performToTheEnd(probe('pure', late, { timeoutMs: 10 }));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(errorOf(execution.observation)).toMatchObject({ code: 'timeout', class: 'timeout' });
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('TOOL-029: nothing keeps the process alive after a result', async () => {
    await perform(probe('pure', () => 'ok', { timeoutMs: 60_000 }));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a schema that never answers is an observation too, after the timeout of its tool', async () => {
    const run = vi.fn();
    const tool = { ...probe('pure', run, { timeoutMs: 50 }), input: slowSchema };
    const settled = vi.fn();
    const admission = createToolRegistry({ tools: [tool] }).admit(call('probe'));
    admission.then(settled);
    await vi.advanceTimersByTimeAsync(49);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await admission).toMatchObject({
      ok: false,
      observation: {
        error: { code: 'invalid_arguments' },
        text: expect.stringContaining('in time'),
      },
    });
    expect(vi.getTimerCount()).toBe(0);
    const observation = createToolRegistry({ tools: [tool] }).dispatch(call('probe'));
    await vi.advanceTimersByTimeAsync(50);
    expect(errorOf(await observation).code).toBe('invalid_arguments');
    expect(run).not.toHaveBeenCalled();
  });

  it('a schema that answers later is waited for, one that answers at once starts no timer', async () => {
    const later = (value: unknown) =>
      new Promise<{ value: unknown }>((resolve) => setTimeout(() => resolve({ value }), 40));
    for (const [validate, timers] of [
      [later, 2],
      [(value: unknown) => ({ value }), 0],
    ] as const) {
      const input = { '~standard': { version: 1, vendor: 'slow', validate } } as const;
      const tool = { ...probe('pure', () => 'ok', { timeoutMs: 50 }), input };
      const admission = createToolRegistry({ tools: [tool] }).admit(call('probe'));
      expect(vi.getTimerCount()).toBe(timers);
      await vi.advanceTimersByTimeAsync(40);
      expect((await admission).ok).toBe(true);
    }
  });
});

const slowSchema = { '~standard': { version: 1, vendor: 'slow', validate: never } } as const;

describe('T3: cancellation', () => {
  it('before the start nothing is started', async () => {
    const run = vi.fn();
    const execution = await perform(probe('once', run), { signal: AbortSignal.abort() });
    expect(execution).toMatchObject({ outcome: 'not_started', attempts: 0 });
    expect(errorOf(execution.observation)).toMatchObject({ code: 'aborted', class: 'aborted' });
    expect(run).not.toHaveBeenCalled();
  });

  it('a tool that has just returned is never reported as not started', async () => {
    for (let turns = 0; turns < 10; turns++) {
      const controller = new AbortController();
      const abortIn = (left: number) =>
        left === 0 ? controller.abort() : queueMicrotask(() => abortIn(left - 1));
      const tool = probe('once', async () => {
        queueMicrotask(() => abortIn(turns));
        return 'paid';
      });
      const { outcome } = await perform(tool, { signal: controller.signal });
      expect(['done', 'unknown']).toContain(outcome);
    }
  });

  it('a pure tool, too, is reported as not started', async () => {
    const execution = await perform(
      probe('pure', () => 'ok'),
      { signal: AbortSignal.abort() },
    );
    expect(execution).toMatchObject({ outcome: 'not_started', attempts: 0 });
  });

  it('a deaf pure tool is left behind', async () => {
    const controller = new AbortController();
    const execution = perform(probe('pure', never), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect(errorOf((await execution).observation)).toMatchObject({ code: 'aborted' });
  });

  it('TOOL-028: leaves no listeners on a shared signal', async () => {
    const { signal } = new AbortController();
    const tool = probe('pure', () => 'ok', { concurrency: 1 });
    const registry = createToolRegistry({ tools: [tool] });
    for (let n = 0; n < 200; n++) await registry.dispatch(call('probe'), { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('T3: grace for tools with an effect', () => {
  const afterAbort =
    (ms: number, end: () => unknown): Behaviour =>
    ({ signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          setTimeout(() => {
            try {
              resolve(end());
            } catch (error) {
              reject(error);
            }
          }, ms);
        });
      });
  const options = { timeoutMs: 50, graceMs: 60 };

  it('a nearly finished tool is done', async () => {
    const tool = probe(
      'once',
      afterAbort(5, () => 'paid'),
    );
    expect(await performToTheEnd(tool, options)).toMatchObject({
      outcome: 'done',
      observation: { ok: true, text: 'paid' },
    });
  });

  it('a cooperative tool was not started', async () => {
    const tool = probe('once', afterAbort(5, fail(notStarted('rolled back'))));
    const execution = await performToTheEnd(tool, options);
    expect(execution.outcome).toBe('not_started');
    expect(errorOf(execution.observation).message).toBe('rolled back');
  });

  it('a tool that only throws, and a deaf one, are unknown in the same words', async () => {
    const throwing = probe('once', afterAbort(5, fail(new DOMException('x', 'AbortError'))));
    const deaf = probe('once', never);
    const expected = { outcome: 'unknown', observation: outcomeUnknown('probe', 16_384) };
    expect(await performToTheEnd(throwing, options)).toMatchObject(expected);
    expect(await performToTheEnd(deaf, options)).toMatchObject({ ...expected, ms: 110 });
  });

  it('a pure tool gets none: there is nothing to be sure about', async () => {
    const execution = await performToTheEnd(probe('pure', never), options);
    expect(execution.ms).toBe(50);
  });
});

describe('T3: retries', () => {
  /** Fails a number of times, then succeeds. */
  function flaky(failures: number, error: () => unknown = busy) {
    let attempts = 0;
    return () => {
      attempts += 1;
      if (attempts <= failures) throw error();
      return `attempt ${attempts}`;
    };
  }

  it('a transient failure is tried again, and every attempt is counted', async () => {
    const execution = await performToTheEnd(probe('pure', flaky(2), { retries: 3 }));
    expect(execution).toMatchObject({ attempts: 3, observation: { text: 'attempt 3' } });
  });

  it('not more often than was allowed', async () => {
    const execution = await performToTheEnd(probe('pure', flaky(5), { retries: 2 }));
    expect(execution.attempts).toBe(3);
    expect(errorOf(execution.observation)).toMatchObject({ class: 'transient', message: 'busy' });
  });

  it('by default not at all', async () => {
    expect((await performToTheEnd(probe('pure', flaky(1)))).attempts).toBe(1);
  });

  it('a failure of another class is not', async () => {
    const tool = probe(
      'pure',
      flaky(1, () => new Error('not found')),
      { retries: 3 },
    );
    expect((await performToTheEnd(tool)).attempts).toBe(1);
  });

  it('a tool with the effect "once" never is, not even with retries that came in by spreading', async () => {
    const tool = { ...probe('once', flaky(1)), retries: 3 };
    expect(() => createToolRegistry({ tools: [tool] })).toThrow(/once/);
  });

  it('every attempt gets the arguments as they were, whatever the one before did to them', async () => {
    class Money {
      readonly cents: number;
      constructor(cents: number) {
        this.cents = cents;
      }
    }
    const seen: unknown[] = [];
    const tool = defineTool({
      name: 'probe',
      description: 'A probe.',
      input: z.object({
        items: z.array(z.object({ id: z.string() })),
        day: z.coerce.date(),
        price: z.number().transform((cents) => new Money(cents)),
      }),
      effect: 'pure',
      retries: 1,
      execute: (args) => {
        seen.push(structuredClone(args.items), args.day.getTime(), args.price instanceof Money);
        args.items[0]!.id = 'changed';
        args.items.pop();
        args.day.setTime(0);
        throw new Error('timeout');
      },
    });
    const registry = createToolRegistry({ tools: [tool] });
    const admission = await registry.admit(
      call('probe', { items: [{ id: 'a' }, { id: 'b' }], day: '2024-05-01', price: 5 }),
    );
    const execution = registry.perform(admission);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await execution).attempts).toBe(2);
    const first = [[{ id: 'a' }, { id: 'b' }], Date.UTC(2024, 4, 1), true];
    expect(seen).toEqual([...first, ...first]);
  });

  it('every attempt has the same idempotency key', async () => {
    const keys: string[] = [];
    const attempt = flaky(2);
    const tool = probe(
      'idempotent',
      ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return attempt();
      },
      { retries: 2 },
    );
    await performToTheEnd(tool, { idempotencyKey: 'k1' });
    expect(keys).toEqual(['k1', 'k1', 'k1']);
    keys.length = 0;
    await performToTheEnd(tool);
    await performToTheEnd(tool);
    expect(new Set(keys).size).toBe(2);
  });

  it('the pause doubles and honours what the tool asks for', async () => {
    const times: number[] = [];
    const start = Date.now();
    const attempt = flaky(3, () =>
      times.length === 3
        ? toolFailure({ message: 'busy', class: 'transient', retryAfterMs: 5_000 })
        : busy(),
    );
    const tool = probe(
      'pure',
      () => {
        times.push(Date.now() - start);
        return attempt();
      },
      { retries: 3 },
    );
    await performToTheEnd(tool);
    expect(times).toEqual([0, 200, 600, 5_600]);
  });

  it('a pause that would outlast the deadline is not begun', async () => {
    const asking = () => toolFailure({ message: 'busy', class: 'transient', retryAfterMs: 1_000 });
    const tool = probe('pure', flaky(1, asking), { retries: 1, timeoutMs: 1_000 });
    const execution = await performToTheEnd(tool);
    expect(execution).toMatchObject({ attempts: 1, ms: 0 });
    expect(errorOf(execution.observation)).toMatchObject({
      message: 'busy',
      retryAfterMs: 1_000,
    });
  });

  it('a cancellation ends the pause', async () => {
    const controller = new AbortController();
    const execution = perform(probe('pure', flaky(1), { retries: 1 }), {
      signal: controller.signal,
    });
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(errorOf((await execution).observation).code).toBe('aborted');
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await execution).attempts).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('all attempts share one deadline', async () => {
    const slow = () =>
      new Promise((_, reject) => {
        setTimeout(() => reject(busy()), 400);
      });
    const execution = await performToTheEnd(probe('pure', slow, { retries: 9, timeoutMs: 1_500 }));
    expect(execution).toMatchObject({ attempts: 3, ms: 1_500 });
  });

  it('an outcome is unknown when any attempt may have acted', async () => {
    const errors = [busy(), notStarted('no connection')];
    const tool = probe(
      'idempotent',
      () => {
        throw errors.shift();
      },
      { retries: 1 },
    );
    expect(await performToTheEnd(tool)).toMatchObject({ outcome: 'unknown', attempts: 2 });
  });

  it('and not started when none has', async () => {
    const tool = probe('idempotent', fail(notStarted('no connection')), { retries: 1 });
    expect(await performToTheEnd(tool)).toMatchObject({ outcome: 'not_started', attempts: 2 });
  });
});

describe('T3: concurrency', () => {
  function gate() {
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const run = () => {
      running += 1;
      most = Math.max(most, running);
      return new Promise<string>((resolve) => {
        finish.push(() => {
          running -= 1;
          resolve('ok');
        });
      });
    };
    return { run, finish, most: () => most };
  }

  it('no more calls run at once than the tool allows, first come, first served', async () => {
    const { run, finish, most } = gate();
    const tool = probe('pure', run, { concurrency: 2 });
    const registry = createToolRegistry({ tools: [tool] });
    const ended: number[] = [];
    const calls = [0, 1, 2, 3, 4].map(async (n) => {
      await registry.dispatch(call('probe'));
      ended.push(n);
    });
    await vi.advanceTimersByTimeAsync(0);
    for (let n = 0; n < 5; n++) {
      finish[n]!();
      await vi.advanceTimersByTimeAsync(0);
    }
    await Promise.all(calls);
    expect(ended).toEqual([0, 1, 2, 3, 4]);
    expect(most()).toBe(2);
  });

  it('a call that waits for its turn until the deadline was not started', async () => {
    const { run, finish } = gate();
    const tool = probe('once', run, { concurrency: 1, timeoutMs: 100 });
    const registry = createToolRegistry({ tools: [tool] });
    const admission = await registry.admit(call('probe'));
    const first = registry.perform(admission);
    const second = registry.perform(admission, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    expect(await second).toMatchObject({ outcome: 'not_started', attempts: 0 });
    expect(errorOf((await second).observation).message).toContain('no free slot within 50 ms');
    finish[0]!();
    expect((await first).outcome).toBe('done');
  });

  it('a waiting call can be cancelled, also with a grace', async () => {
    const { run } = gate();
    const tool = probe('once', run, { concurrency: 1 });
    const registry = createToolRegistry({ tools: [tool] });
    const admission = await registry.admit(call('probe'));
    void registry.perform(admission);
    const controller = new AbortController();
    const waiting = registry.perform(admission, { signal: controller.signal, graceMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    const execution = await waiting;
    expect(execution).toMatchObject({ outcome: 'not_started', attempts: 0 });
    expect(errorOf(execution.observation).code).toBe('aborted');
  });

  it('a call that was cancelled while it waited does not start, whenever that was', async () => {
    for (let turns = 0; turns < 6; turns++) {
      const { run, finish } = gate();
      const startedAborted: boolean[] = [];
      const tool = probe(
        'once',
        ({ signal }) => {
          startedAborted.push(signal.aborted);
          return run();
        },
        { concurrency: 1 },
      );
      const registry = createToolRegistry({ tools: [tool] });
      const admission = await registry.admit(call('probe'));
      void registry.perform(admission);
      await vi.advanceTimersByTimeAsync(0);
      const controller = new AbortController();
      const abortIn = (left: number) =>
        left === 0 ? controller.abort() : queueMicrotask(() => abortIn(left - 1));
      const second = registry.perform(admission, { signal: controller.signal });
      finish[0]!();
      abortIn(turns);
      const { outcome } = await second;
      await vi.advanceTimersByTimeAsync(0);
      expect(startedAborted).not.toContain(true);
      expect(startedAborted).toHaveLength(outcome === 'not_started' ? 1 : 2);
    }
  });

  it('a deadline in the wait for another attempt shows the failure that came before', async () => {
    let attempts = 0;
    const tool = defineTool({
      name: 'probe',
      description: 'Fails at once or stays for ever.',
      input: z.object({ stay: z.boolean() }),
      effect: 'pure',
      concurrency: 1,
      retries: 1,
      timeoutMs: 1_000,
      execute: ({ stay }) => {
        attempts += 1;
        return stay ? never() : busy();
      },
    });
    const registry = createToolRegistry({ tools: [tool] });
    const failing = registry.dispatch(call('probe', { stay: false }));
    await vi.advanceTimersByTimeAsync(100);
    void registry.dispatch(call('probe', { stay: true }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(errorOf(await failing).message).toBe('busy');
    expect(attempts).toBe(2);
  });

  it('neither the wait nor a pause leaves a listener on the signal of the tool', async () => {
    const counts: number[] = [];
    const attempt = () => {
      if (counts.length < 4) throw busy();
      return 'ok';
    };
    const tool = probe(
      'pure',
      ({ signal }) => {
        counts.push(getEventListeners(signal, 'abort').length);
        return attempt();
      },
      { concurrency: 1, retries: 3 },
    );
    const registry = createToolRegistry({ tools: [tool] });
    const both = Promise.all([1, 2].map(() => registry.dispatch(call('probe'))));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await both).every(({ ok }) => ok)).toBe(true);
    expect(new Set(counts)).toEqual(new Set([0]));
  });

  it('a call that timed out keeps its slot until it really ends', async () => {
    const { run, finish } = gate();
    const tool = probe('pure', run, { concurrency: 1, timeoutMs: 50 });
    const registry = createToolRegistry({ tools: [tool] });
    const first = registry.dispatch(call('probe'));
    await vi.advanceTimersByTimeAsync(50);
    expect(errorOf(await first).code).toBe('timeout');
    const second = registry.dispatch(call('probe'));
    await vi.advanceTimersByTimeAsync(10);
    expect(finish).toHaveLength(1);
    finish[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(finish).toHaveLength(2);
    finish[1]!();
    expect((await second).ok).toBe(true);
  });

  it('a failed attempt gives its slot back', async () => {
    const tool = probe('pure', fail(busy()), { concurrency: 1, retries: 2 });
    const registry = createToolRegistry({ tools: [tool], retryDelayMs: 0 });
    const all = Promise.all([1, 2, 3].map(() => registry.dispatch(call('probe'))));
    await vi.advanceTimersByTimeAsync(100);
    expect((await all).every((observation) => !observation.ok)).toBe(true);
  });
});

it('the clock can be given', async () => {
  let time = 0;
  const execution = await perform(
    probe('pure', () => 'ok'),
    { now: () => (time += 7) },
  );
  expect(execution.ms).toBe(7);
});

import type { Json } from '@loopwright/core-parser';
import { describe, expect, it, vi } from 'vitest';
import type { Outcome, Run } from '../src/index.ts';
import { createMemoryJournal, isJournalError, runStrategy } from '../src/index.ts';
import { record, rerun } from './recorded-run.ts';
import {
  call,
  cut,
  done,
  eventsOf,
  payTool,
  recorder,
  rejectionOf,
  runChecked,
  specOf,
  stepWith,
} from './support.ts';

describe('run.io', () => {
  it('gives what the code gives, as JSON, and writes it into the events', async () => {
    const { events, onEvent } = recorder();
    await runChecked(specOf({ onEvent }), async (run) => {
      const value = await run.io('lessons', async () => ({ at: new Date(0) }) as unknown as Json);
      expect(value).toEqual({ at: '1970-01-01T00:00:00.000Z' });
      expect(await run.io('nothing', async () => undefined as unknown as Json)).toBeNull();
      return done;
    });
    expect(eventsOf(events, 'io')).toMatchObject([
      { key: 'io:0:lessons', value: { ok: true, value: { at: '1970-01-01T00:00:00.000Z' } } },
      { key: 'io:1:nothing', value: { ok: true, value: null } },
    ]);
  });

  it('happens once: a resumed run gets the stored value', async () => {
    let calls = 0;
    const body = async (run: Run) => {
      const n = await run.io('count', async () => ++calls);
      return { stopReason: 'final' as const, answer: n };
    };
    const journal = createMemoryJournal();
    await runStrategy(specOf({ runtime: journal }), body);
    const { result: _, ...stored } = journal.record();
    const again = await runStrategy(specOf({ runtime: createMemoryJournal(stored) }), body);
    expect(again).toMatchObject({ answer: 1 });
    expect(calls).toBe(1);
  });

  it('that never answers is given up after callMs', async () => {
    vi.useFakeTimers();
    try {
      const running = runStrategy(specOf({ limits: { callMs: 25 } }), async (run) => {
        await run.io('store', () => new Promise<never>(() => {}));
        return done;
      });
      await vi.advanceTimersByTimeAsync(25);
      expect((await running).reason).toBe(
        'The strategy threw Timeout: store did not answer within 25 ms',
      );
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a failure of run.io', () => {
  it.each([
    [
      'at once',
      () => {
        throw new RangeError('no store');
      },
    ],
    ['later', () => Promise.reject(new RangeError('no store'))],
  ])('that comes %s is an error of the strategy, which may catch it', async (_, failing) => {
    const result = await runStrategy(specOf(), async (run) => {
      await run.io('store', failing);
      return done;
    });
    expect(result).toMatchObject({
      stopReason: 'error',
      reason: 'The strategy threw RangeError: no store',
    });
    const caught = await runStrategy(specOf(), async (run) => {
      await run.io('store', failing).catch(() => {});
      return done;
    });
    expect(caught.status).toBe('solved');
  });

  it('is an event that says its kind and its words', async () => {
    const { events } = await record({}, async (run) => {
      await run.io('store', () => Promise.reject(new RangeError('no store'))).catch(() => {});
      return done;
    });
    expect(eventsOf(events, 'io')).toMatchObject([
      { key: 'io:0:store', value: { ok: false, type: 'RangeError', message: 'no store' } },
    ]);
  });

  /**
   * Asks a store that is down the first time it is asked and up ever after; without it, it pays 1 and not 2. If a
   * later life asked the store again, it would pay another sum.
   */
  function unreliableStore() {
    let asked = 0;
    const { pay, paid } = payTool({ approval: true });
    const failures: string[] = [];
    const body = async (run: Run): Promise<Outcome> => {
      const eur = await run
        .io('store', async () => {
          asked += 1;
          if (asked === 1) throw new TypeError('the store is down');
          return 2;
        })
        .catch((error: Error) => {
          failures.push(`${error.name}: ${error.message}`);
          return 1;
        });
      const { observations } = await stepWith(run, call('pay', { eur }));
      return { stopReason: 'final', answer: observations[0]!.text };
    };
    return { pay, paid, failures, body, timesAsked: () => asked };
  }

  it('is stored like a value: the run that waits for a decision goes on along the same way', async () => {
    const { pay, paid, failures, body, timesAsked } = unreliableStore();
    const runtime = createMemoryJournal();
    const go = () => runStrategy(specOf({ tools: [pay], runtime }), body);
    expect(await go()).toMatchObject({
      status: 'suspended',
      pending: [{ key: 'act:0:0', call: { args: { eur: 1 } } }],
    });
    runtime.answer('act:0:0', { approved: true });
    const result = await go();
    expect(result).toMatchObject({
      status: 'solved',
      effects: [{ args: { eur: 1 }, status: 'committed' }],
    });
    expect(timesAsked()).toBe(1);
    expect(paid).toHaveLength(1);
    expect(failures).toEqual(Array(2).fill('TypeError: the store is down'));
  });

  it('CKPT-003: is stored before the run goes on: a process that dies after it resumes along the same way', async () => {
    const { pay, paid, body, timesAsked } = unreliableStore();
    const keys: string[] = [];
    const dying = createMemoryJournal(
      {},
      {
        append: (entry) => {
          if (!('key' in entry)) return;
          if (entry.key === 'act:0:0/intent') throw new Error('killed');
          keys.push(entry.key);
        },
      },
    );
    dying.answer('act:0:0', { approved: true });
    const error = await rejectionOf(runStrategy(specOf({ tools: [pay], runtime: dying }), body));
    expect(isJournalError(error) && error.code).toBe('not_stored');
    expect(keys).toEqual(['started', 'io:0:store']);

    const runtime = createMemoryJournal(dying.record());
    const result = await runStrategy(specOf({ tools: [pay], runtime }), body);
    expect(result.effects).toMatchObject([{ args: { eur: 1 }, status: 'committed' }]);
    expect([timesAsked(), paid.length]).toEqual([1, 1]);
  });

  it('is replayed from the events, and so is the way that the run took after it', async () => {
    const { pay, paid, body, timesAsked } = unreliableStore();
    const spec = { tools: [pay], approve: async () => [true] };
    const original = await record(spec, body);
    expect(original.result).toMatchObject({ effects: [{ args: { eur: 1 } }] });
    const replayed = await rerun(original.events, spec, body);
    expect(replayed.result).toEqual(original.result);
    expect(replayed.events).toEqual(original.events);
    expect([timesAsked(), paid.length]).toEqual([1, 1]);
  });

  it('that a run ends with is the end of its other life, too', async () => {
    const { body, timesAsked } = unreliableStore();
    const fails = async (run: Run) => {
      await run.io('clock', () => Promise.reject(new RangeError('no clock')));
      return body(run);
    };
    const runtime = createMemoryJournal();
    const first = await runStrategy(specOf({ runtime }), fails);
    expect(first).toMatchObject({
      status: 'failed',
      reason: 'The strategy threw RangeError: no clock',
    });
    const stored = cut(runtime.record(), 2);
    expect(stored.entries.map(({ key }) => key)).toEqual(['started', 'io:0:clock']);
    const again = createMemoryJournal(stored);
    expect(await runStrategy(specOf({ runtime: again }), fails)).toEqual(first);
    expect(timesAsked()).toBe(0);
  });

  it('that is a time limit is stored, too: it is not waited for again', async () => {
    vi.useFakeTimers();
    try {
      let asked = 0;
      const body = async (run: Run): Promise<Outcome> => {
        const kind = await run
          .io('store', () => {
            asked += 1;
            return new Promise<never>(() => {});
          })
          .catch((error: Error) => error.name);
        return { stopReason: 'final', answer: kind };
      };
      const limits = { callMs: 25 };
      const runtime = createMemoryJournal();
      const running = runStrategy(specOf({ runtime, limits }), body);
      await vi.advanceTimersByTimeAsync(25);
      expect(await running).toMatchObject({ answer: 'Timeout' });
      const { result: _, ...stored } = runtime.record();
      const again = createMemoryJournal(stored);
      const resumed = await runStrategy(specOf({ runtime: again, limits }), body);
      expect(resumed).toMatchObject({ answer: 'Timeout' });
      expect(asked).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createMemoryJournal, journalFromEvents, runStrategy } from '../src/index.ts';
import {
  actOne,
  call,
  clock,
  codesOf,
  done,
  oneWave,
  payTool,
  recorder,
  specOf,
  stepWith,
  tool,
} from './support.ts';

describe('time left', () => {
  /** Uses 900 of 1,000 ms up and then makes the call. */
  function late(name: string, tools: Parameters<typeof specOf>[0]) {
    const { now, move } = clock();
    const slow = tool('slow', 'pure', () => move(900));
    return runStrategy(
      specOf({ now, limits: { activeMs: 1_000 }, tools: [slow, ...(tools?.tools ?? [])] }),
      async (run) => {
        await stepWith(run, call('slow'));
        const observation = await actOne(run, call(name));
        return { stopReason: 'final', answer: observation.text };
      },
    );
  }

  it.each(['once', 'idempotent'] as const)(
    'does not start a call of effect %s that may take longer than the run has',
    async (effect) => {
      const started: number[] = [];
      const tools = [tool('send', effect, () => started.push(1), { timeoutMs: 101 })];
      const result = await late('send', { tools });
      expect(started).toEqual([]);
      expect(result).toMatchObject({
        answer:
          'ERROR[send]: NotEnoughTime: The call may take 101 ms and the run has less left; it was not started',
        effects: [{ tool: 'send', status: 'not_started' }],
      });
    },
  );

  it('starts a call with effects that can finish in time, and a pure one always', async () => {
    const inTime = tool('send', 'once', () => 'sent', { timeoutMs: 100 });
    expect(await late('send', { tools: [inTime] })).toMatchObject({ answer: 'sent' });
    const read = tool('read', 'pure', () => 'read', { timeoutMs: 5_000 });
    expect(await late('read', { tools: [read] })).toMatchObject({ answer: 'read' });
  });

  it('R9: no wave starts when the time is used up', async () => {
    const { now, move } = clock();
    const slow = tool('slow', 'pure', () => move(1_000));
    const started: number[] = [];
    const next = tool('next', 'pure', () => started.push(1));
    const result = await runStrategy(
      specOf({ now, limits: { activeMs: 1_000 }, tools: [slow, next] }),
      async (run) => {
        await run.act([call('slow')]);
        await run.act([call('next')]);
        return done;
      },
    );
    expect(started).toEqual([]);
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'timeout' });
  });
});

describe('a cancelled wave', () => {
  it('TOOL-027: does not wait for a tool that does not listen, and drops its late result', async () => {
    const cancel = new AbortController();
    let finish = (_: string) => {};
    const deaf = tool('deaf', 'pure', () => {
      cancel.abort();
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    const result = await runStrategy(
      specOf({ tools: [deaf], cancel: cancel.signal }),
      oneWave([call('deaf')]),
    );
    finish('late');
    await Promise.resolve();
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(codesOf(result.steps.flatMap(({ observations }) => observations))).toEqual(['aborted']);
  });

  it('R9: keeps what was done, and has one observation for each call of the cut step', async () => {
    const cancel = new AbortController();
    const { pay } = payTool();
    const stop = tool('stop', 'pure', () => {
      // Not at once: the other calls of the wave shall have begun, and the payment be done.
      setTimeout(() => cancel.abort());
      return new Promise(() => {});
    });
    const send = tool('send', 'once', () => new Promise(() => {}));
    const result = await runStrategy(
      specOf({ tools: [pay, stop, send], cancel: cancel.signal, limits: { graceMs: 0 } }),
      oneWave([call('pay'), call('send'), call('stop'), call('nothing')]),
    );
    expect(result.stopReason).toBe('aborted');
    expect(result.steps).toMatchObject([{ kind: 'interrupted' }]);
    expect(codesOf(result.steps[0]!.observations)).toEqual([
      'ok',
      'unknown_outcome',
      'aborted',
      'unknown_tool',
    ]);
    expect(result.effects.map(({ tool: name, status }) => [name, status])).toEqual([
      ['pay', 'committed'],
      ['send', 'unknown'],
    ]);
  });

  it('gives a call with effects the grace to settle, and a pure one none', async () => {
    vi.useFakeTimers();
    try {
      const cancel = new AbortController();
      const polite =
        (delayMs: number) =>
        (_: unknown, { signal }: { signal: AbortSignal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => setTimeout(() => resolve('sent'), delayMs));
          });
      const tools = [
        tool('quick', 'once', polite(50)),
        tool('slow', 'once', polite(200)),
        tool('read', 'pure', polite(50)),
      ];
      const running = runStrategy(
        specOf({ tools, cancel: cancel.signal, limits: { graceMs: 100 } }),
        oneWave([call('quick'), call('slow'), call('read')]),
      );
      await vi.advanceTimersByTimeAsync(10);
      cancel.abort();
      await vi.advanceTimersByTimeAsync(100);
      const result = await running;
      expect(codesOf(result.steps[0]!.observations)).toEqual(['ok', 'unknown_outcome', 'aborted']);
      expect(result.effects.map(({ status }) => status)).toEqual(['committed', 'unknown']);
      expect(result.stopReason).toBe('aborted');
    } finally {
      vi.useRealTimers();
    }
  });

  it('R9: ends the run also when its calls came to a good end, and so does its replay', async () => {
    const cancel = new AbortController();
    const polite = tool('polite', 'once', (_, { signal }) => {
      const sent = new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve('sent'));
      });
      setTimeout(() => cancel.abort());
      return sent;
    });
    const { events, onEvent } = recorder();
    const options = { tools: [polite], cancel: cancel.signal };
    const body = oneWave([call('polite')]);
    const result = await runStrategy(specOf({ ...options, onEvent }), body);
    expect(result).toMatchObject({ stopReason: 'aborted', effects: [{ status: 'committed' }] });
    const runtime = createMemoryJournal(journalFromEvents(events));
    expect(await runStrategy(specOf({ tools: [polite], runtime }), body)).toEqual(result);
  });

  it('LOOP-027: nothing starts after it', async () => {
    const cancel = new AbortController();
    const started: string[] = [];
    const work = tool('work', 'pure', () => {
      started.push('work');
      if (started.length === 2) cancel.abort();
    });
    const result = await runStrategy(
      specOf({ tools: [work], cancel: cancel.signal }),
      async (run) => {
        for (;;) await stepWith(run, call('work'));
      },
    );
    expect(started).toHaveLength(2);
    expect(result).toMatchObject({ stopReason: 'aborted', status: 'stopped' });
  });
});

import type { Call, Observation } from '@loopwright/tool-registry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runStrategy } from '../src/index.ts';
import {
  call,
  clock,
  codesOf,
  done,
  echo,
  errorOf,
  eventsOf,
  payTool,
  recorder,
  type SpecOptions,
  specOf,
  stepWith,
  tool,
} from './support.ts';

/** The observations and the result of one wave. */
async function actWith(calls: readonly Call[], options: SpecOptions = {}) {
  let observations: Observation[] = [];
  const result = await runStrategy(specOf(options), async (run) => {
    observations = await run.act(calls);
    await run.judge({ thought: '', calls, observations });
    return done;
  });
  return { observations, result };
}

describe('act', () => {
  it('LOOP-016: gives the observations in call order, whichever call finishes first', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slow = tool('slow', 'pure', () => held.then(() => 'S'));
    const fast = tool('fast', 'pure', () => {
      letGo();
      return 'F';
    });
    const { events, onEvent } = recorder();
    const { observations } = await actWith([call('slow'), call('fast')], {
      tools: [slow, fast],
      onEvent,
    });
    expect(observations.map(({ text }) => text)).toEqual(['S', 'F']);
    expect(eventsOf(events, 'tool').map(({ key }) => key)).toEqual(['act:0:0', 'act:0:1']);
  });

  it('LOOP-015: a call that fails leaves its neighbours alone and is not made again', async () => {
    const { pay, paid } = payTool();
    const boom = tool('boom', 'pure', () => {
      throw new TypeError('broken');
    });
    const { observations, result } = await actWith([call('pay'), call('boom'), call('echo')], {
      tools: [pay, boom, echo],
    });
    expect(codesOf(observations)).toEqual(['ok', 'thrown', 'ok']);
    expect(observations[1]?.text).toBe('ERROR[boom]: TypeError: broken');
    expect(paid).toHaveLength(1);
    expect(result.counts.toolCalls).toEqual({ ok: 2, failed: 1, refused: 0, reused: 0 });
  });

  it('SEC-019: a run whose tool failed once can be solved, and says that it failed', async () => {
    const broken = tool('broken', 'pure', () => {
      throw new Error('down');
    });
    const { result } = await actWith([call('broken'), call('echo')], { tools: [broken, echo] });
    expect(result.status).toBe('solved');
    expect(result.counts.toolCalls).toMatchObject({ ok: 1, failed: 1 });
  });

  it('T1: refuses unreadable calls, unknown tools and wrong arguments without starting anything', async () => {
    const started: unknown[] = [];
    const strict = tool('strict', 'pure', (args) => started.push(args), {
      input: z.object({ n: z.number() }),
    });
    const calls = [
      { ...call('strict', { n: 1 }), unreadable: 'the JSON was cut off' },
      call('nothing'),
      call('strict', { n: 'one' }),
    ];
    const { observations, result } = await actWith(calls, { tools: [strict] });
    expect(codesOf(observations)).toEqual(['unreadable_call', 'unknown_tool', 'invalid_arguments']);
    expect(started).toEqual([]);
    expect(result.counts.toolCalls).toEqual({ ok: 0, failed: 0, refused: 3, reused: 0 });
    expect(result.status).toBe('solved');
  });

  it('an unreadable call beside readable ones costs only itself', async () => {
    const calls = [call('echo', { a: 1 }), { ...call('echo'), unreadable: 'cut off' }];
    const { observations } = await actWith([...calls, call('echo', { a: 2 })]);
    expect(codesOf(observations)).toEqual(['ok', 'unreadable_call', 'ok']);
  });

  it('gives no observation for no call', async () => {
    const { observations, result } = await actWith([]);
    expect(observations).toEqual([]);
    expect(result.steps).toMatchObject([{ calls: [], observations: [] }]);
  });

  it('R2: refuses the calls of one step beyond maxCallsPerStep and goes on', async () => {
    const calls = [1, 2, 3, 4].map((n) => call('echo', { n }));
    const { observations, result } = await actWith(calls, { limits: { maxCallsPerStep: 2 } });
    expect(codesOf(observations)).toEqual(['ok', 'ok', 'call_limit', 'call_limit']);
    expect(errorOf(observations[2])).toMatchObject({
      type: 'CallLimit',
      class: 'quota',
      message: 'One step may make 2 calls; this one was not started',
    });
    expect(result.status).toBe('solved');
  });

  it('R9: the limit of tool calls refuses the next call and ends the run with budget', async () => {
    const started: number[] = [];
    const count = tool('count', 'pure', () => started.push(1));
    const result = await runStrategy(
      specOf({ tools: [count], limits: { maxToolCalls: 3 } }),
      async (run) => {
        for (;;) await stepWith(run, call('count'), call('count'));
      },
    );
    expect(started).toHaveLength(3);
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'budget',
      reason: 'The limit of 3 tool calls was reached',
    });
    expect(result.steps.map(({ observations }) => codesOf(observations))).toEqual([
      ['ok', 'ok'],
      ['ok', 'call_limit'],
    ]);
  });

  it('refused calls do not use the limit of tool calls up', async () => {
    const { observations } = await actWith([call('nothing'), call('nothing'), call('echo')], {
      limits: { maxToolCalls: 1 },
    });
    expect(codesOf(observations)).toEqual(['unknown_tool', 'unknown_tool', 'ok']);
  });

  it('a run may make exactly as many tool calls as its limit says', async () => {
    const { result } = await actWith([call('echo'), call('echo')], { limits: { maxToolCalls: 2 } });
    expect(result.status).toBe('solved');
  });

  it('runs at most waveConcurrency calls at a time, and all of them', async () => {
    let running = 0;
    let most = 0;
    const busy = tool('busy', 'pure', async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      await Promise.resolve();
      running -= 1;
    });
    const calls = Array.from({ length: 7 }, () => call('busy'));
    const { observations } = await actWith(calls, {
      tools: [busy],
      limits: { waveConcurrency: 3 },
    });
    expect(codesOf(observations)).toEqual(calls.map(() => 'ok'));
    expect(most).toBe(3);
    await actWith(calls, { tools: [busy] });
    expect(most).toBe(7);
  });

  it('a wave takes the time of its slowest call', async () => {
    const { now, move } = clock();
    let finish = () => {};
    const all = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const wait = tool('wait', 'pure', () => all);
    const end = tool('end', 'pure', () => {
      move(300);
      finish();
    });
    const { result } = await actWith([call('wait'), call('wait'), call('end')], {
      tools: [wait, end],
      now,
    });
    expect(result.activeMs).toBe(300);
  });

  it('hands a pure tool a key of its own and an idempotency key', async () => {
    const keys: string[] = [];
    const probe = tool('probe', 'pure', (_, { idempotencyKey }) => keys.push(idempotencyKey));
    await actWith([call('probe'), call('probe')], { tools: [probe] });
    expect(keys[0]).toMatch(/\/act:0:0$/);
    expect(keys[1]).toMatch(/\/act:0:1$/);
  });

  it('announces every call that starts, and no other, to whoever watches', async () => {
    const started: string[] = [];
    await actWith([call('echo', { a: 1 }), call('nothing')], {
      onLive: (event) => event.type === 'tool_started' && started.push(event.key),
    });
    expect(started).toEqual(['act:0:0']);
  });

  it('writes one event for each call, with what it came to', async () => {
    const { pay } = payTool();
    const { events, onEvent } = recorder();
    await actWith([call('pay', { to: 'a' }), call('nothing')], { tools: [pay], onEvent });
    expect(events.map(({ type }) => type)).toEqual([
      'started',
      'intent',
      'tool',
      'tool',
      'step',
      'finished',
    ]);
    expect(eventsOf(events, 'tool')).toMatchObject([
      {
        key: 'act:0:0',
        call: { tool: 'pay', args: { to: 'a' } },
        observation: { ok: true },
        via: 'performed',
        outcome: 'done',
        effect: { tool: 'pay', status: 'committed', stepKeys: ['act:0:0'] },
        attempts: 1,
      },
      { key: 'act:0:1', observation: { ok: false }, via: 'refused', outcome: 'not_started' },
    ]);
  });

  it('numbers its keys by wave and place', async () => {
    const { events, onEvent } = recorder();
    await runStrategy(specOf({ onEvent }), async (run) => {
      await stepWith(run, call('echo'), call('echo'));
      await stepWith(run, call('echo'));
      return done;
    });
    expect(eventsOf(events, 'tool').map(({ key }) => key)).toEqual([
      'act:0:0',
      'act:0:1',
      'act:1:0',
    ]);
  });

  it('T3: exactly one observation for each call, in call order, whatever the calls are', async () => {
    const { pay } = payTool();
    const boom = tool('boom', 'idempotent', () => Promise.reject('text'));
    const anyCall = fc.record({
      tool: fc.constantFrom('echo', 'pay', 'boom', 'nothing', ''),
      args: fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue() as fc.Arbitrary<null>),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyCall, { maxLength: 6 }), { maxLength: 4 }),
        async (waves) => {
          const { events, onEvent } = recorder();
          const result = await runStrategy(
            specOf({
              tools: [echo, pay, boom],
              limits: { maxCallsPerStep: 4, maxToolCalls: 9 },
              onEvent,
            }),
            async (run) => {
              for (const wave of waves) await stepWith(run, ...wave);
              return done;
            },
          );
          for (const { calls, observations } of result.steps) {
            const shownNames = calls.map(({ tool: name }) => name || '(no name)');
            expect(observations.map(({ tool: name }) => name)).toEqual(shownNames);
          }
          const { ok, failed, refused, reused } = result.counts.toolCalls;
          const acted = result.steps.flatMap(({ calls }) => calls).length;
          expect(ok + failed + refused + reused).toBe(acted);
          const started = eventsOf(events, 'tool').filter(({ via }) => via === 'performed');
          expect(started.length).toBeLessThanOrEqual(result.bounds.toolCalls);
          expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
          const ids = result.effects.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

import type { LiveEvent, Model, RunOptions } from '@loopwright/agent-run';
import { nativeFormat, type ReactOptions, runReact, startReact } from '@loopwright/react-loop';
import { createToolRegistry, notStarted, type Tool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { createFakeClock, createWorld, pureModel, runWaves, turnModel } from '../src/index.ts';
import { call, nativeReply, tool, turns } from './support.ts';

const never = () => new Promise<never>(() => {});

function react(tools: readonly Tool[], options: Partial<ReactOptions<unknown>> & { model: Model }) {
  return runReact<unknown>({
    task: 'Find out.',
    tools: createToolRegistry({ tools }),
    ...options,
    limits: { retryDelayMs: 0, graceMs: 1, ...options.limits },
  });
}

describe('a tool that does not answer', () => {
  it('R12, T3: at the time limit a deaf once tool ends the run with an unknown effect', async () => {
    const world = createWorld();
    const clock = createFakeClock();
    let finishLater = () => {};
    const transfer = tool(
      'transfer',
      'once',
      (args) => {
        clock.advance(100);
        return new Promise((resolve) => {
          finishLater = () => {
            world.commit('transfer', args);
            resolve('moved');
          };
        });
      },
      { timeoutMs: 10 },
    );
    const result = await react([transfer], {
      model: turnModel(turns(call('transfer', { eur: 5 }))),
      limits: { activeMs: 50 },
      now: clock.now,
    });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'timeout', activeMs: 100 });
    expect(result.effects).toMatchObject([{ tool: 'transfer', status: 'unknown' }]);
    expect(result.partial.text).toMatch(/May or may not have been done: transfer\(.*5\)/);
    const told = JSON.stringify(result);
    finishLater();
    await Promise.resolve();
    // It did happen, so `unknown` was right; and nothing is added to what was told.
    expect(world.commits).toEqual(['transfer {"eur":5}']);
    expect(JSON.stringify(result)).toBe(told);
  });

  it('R12: a payment that is repeated after a timeout has the same key and is paid once', async () => {
    const world = createWorld();
    const keys: string[] = [];
    const pay = tool(
      'pay',
      'idempotent',
      (args, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        world.commitForKey('pay', args, idempotencyKey);
        return keys.length === 1 ? never() : 'paid';
      },
      { timeoutMs: 5 },
    );
    const eur = { eur: 5 };
    const result = await react([pay], {
      model: turnModel(turns(call('pay', eur), call('pay', eur))),
    });
    expect(result.steps[0]?.observations[0]?.text).toContain('OutcomeUnknown');
    expect(keys[1]).toBe(keys[0]);
    expect(world.commits).toHaveLength(1);
    expect(result.effects).toMatchObject([{ id: keys[0], status: 'committed' }]);
  });

  it('R12: a second identical once call is refused while the outcome of the first is unknown', async () => {
    let starts = 0;
    const transfer = tool(
      'transfer',
      'once',
      () => {
        starts += 1;
        return never();
      },
      { timeoutMs: 5 },
    );
    const calls = [call('transfer', { eur: 5 }), call('transfer', { eur: 5 })];
    const result = await react([transfer], { model: turnModel(turns(...calls)) });
    expect(starts).toBe(1);
    expect(result.steps[1]?.observations[0]).toMatchObject({ error: { code: 'repeat_refused' } });
    expect(result.effects).toMatchObject([{ status: 'unknown' }]);
    expect(result.effects).toHaveLength(1);
  });

  it('R12: a call with effects is not started with less time left than it may take', async () => {
    let starts = 0;
    const transfer = tool('transfer', 'once', () => {
      starts += 1;
    });
    const result = await react([transfer], {
      model: turnModel(turns(call('transfer'))),
      limits: { activeMs: 1000 },
      now: createFakeClock().now,
    });
    expect(starts).toBe(0);
    expect(result.effects).toMatchObject([{ status: 'not_started' }]);
    expect(result.steps[0]?.observations[0]).toMatchObject({ error: { code: 'not_enough_time' } });
  });

  it('T3: a pure tool is cut off at its own deadline and the run goes on', async () => {
    const deaf = tool('deaf', 'pure', never, { timeoutMs: 5 });
    const result = await react([deaf], { model: turnModel(turns(call('deaf'))) });
    expect(result.status).toBe('solved');
    expect(result.steps[0]?.observations[0]).toMatchObject({ error: { code: 'timeout' } });
  });
});

describe('a model that does not answer', () => {
  const stalling: Model = {
    id: 'stalling',
    streams: true,
    generate(_, { onDelta }) {
      onDelta('Thou');
      onDelta('ght');
      return never();
    },
  };

  it('R9: a stream that falls silent is given up after idleStreamMs, each attempt anew', async () => {
    const live: LiveEvent[] = [];
    const result = await react([], {
      model: stalling,
      limits: { attempts: 2, callMs: 600_000, idleStreamMs: 5 },
      onLive: (event) => live.push(event),
    });
    expect(result).toMatchObject({ stopReason: 'timeout', counts: { attempts: 2 } });
    expect(live.filter(({ type }) => type === 'delta')).toHaveLength(4);
  });

  it('R9: one that does not stream has callMs for each attempt', async () => {
    const deaf: Model = { id: 'deaf', generate: never };
    const limits = { attempts: 3, callMs: 4, idleStreamMs: 1 };
    const result = await react([], { model: deaf, limits });
    expect(result).toMatchObject({ stopReason: 'timeout', counts: { attempts: 3 } });
    expect(result.reason).toContain('did not answer within 4 ms');
  });

  it('R9: a critic that does not answer costs its advice, not the run', async () => {
    const result = await react([tool('ok', 'pure', () => 1)], {
      model: turnModel(turns(call('ok'))),
      models: { critic: { id: 'deaf', generate: never } },
      advisors: [
        {
          name: 'critic',
          role: 'critic',
          advise: async ({ think }) =>
            (await think({ system: 'Say.', messages: [] }, 'critic')).text,
        },
      ],
      limits: { attempts: 1, callMs: 5 },
    });
    expect(result.status).toBe('solved');
    expect(result.flags).toEqual([expect.stringContaining('critic model failed (timeout)')]);
  });

  it('R9: a provider that asks to wait for hours is not waited for', async () => {
    let calls = 0;
    const generate = () => {
      calls += 1;
      return Promise.reject(Object.assign(new Error('later'), { status: 429, retryAfterMs: 1e8 }));
    };
    const result = await react([], { model: { id: 'busy', generate } });
    expect(result).toMatchObject({ stopReason: 'error', counts: { attempts: 1 } });
    expect(calls).toBe(1);
  });

  it('R9: waits between attempts count as time of the run', async () => {
    const clock = createFakeClock();
    const generate = () => {
      clock.advance(40);
      return Promise.reject(Object.assign(new Error('flaky'), { retryable: true }));
    };
    const model = { id: 'flaky', generate };
    const limits = { activeMs: 60, attempts: 9 };
    const result = await react([], { model, limits, now: clock.now });
    expect(result).toMatchObject({ stopReason: 'timeout', counts: { attempts: 2 } });
  });
});

describe('a wave that is cancelled', () => {
  it('R12: what finished is kept, and of the rest the ledger says what is known', async () => {
    const cancel = new AbortController();
    const tools = [
      tool('finished', 'pure', () => 'a fact'),
      tool(
        'polite',
        'once',
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(notStarted('cancelled before sending')));
          }),
      ),
      tool(
        'nearly',
        'once',
        (_, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => setImmediate(resolve, 'done'));
          }),
      ),
      tool('deaf', 'once', () => {
        setImmediate(() => cancel.abort());
        return never();
      }),
    ];
    const calls = ['finished', 'polite', 'nearly', 'deaf', 'nobody'].map((name) => call(name));
    const result = await react(tools, {
      model: pureModel(() => nativeReply(calls)),
      format: nativeFormat,
      cancel: cancel.signal,
      limits: { graceMs: 10 },
    });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(result.effects.map((effect) => [effect.tool, effect.status])).toEqual([
      ['polite', 'not_started'],
      ['nearly', 'committed'],
      ['deaf', 'unknown'],
    ]);
    const [step] = result.steps;
    expect(result.steps).toHaveLength(1);
    expect(step?.kind).toBe('interrupted');
    expect(step?.observations.map(({ ok }) => ok)).toEqual([true, false, true, false, false]);
    expect(step?.observations[4]).toMatchObject({ error: { code: 'unknown_tool' } });
    expect(result.partial.found).toEqual(['a fact', 'done']);
  });

  it('R12: without grace a tool that needs a moment to stop ends as unknown, the honest word', async () => {
    const cancel = new AbortController();
    const polite = tool(
      'polite',
      'once',
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => setImmediate(reject, notStarted('not sent')));
          setImmediate(() => cancel.abort());
        }),
    );
    const options: RunOptions['limits'] = { graceMs: 0 };
    const result = await runWaves({
      tools: createToolRegistry({ tools: [polite] }),
      waves: [[call('polite')], [call('polite')]],
      cancel: cancel.signal,
      limits: options,
    });
    expect(result.effects).toMatchObject([{ status: 'unknown' }]);
  });

  it('R9: calls that still wait for a free place are not started', async () => {
    const cancel = new AbortController();
    const started: unknown[] = [];
    const slow = tool('slow', 'pure', ({ n }, { signal }) => {
      started.push(n);
      queueMicrotask(() => cancel.abort());
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const result = await runWaves({
      tools: createToolRegistry({ tools: [slow] }),
      waves: [[1, 2, 3].map((n) => call('slow', { n }))],
      cancel: cancel.signal,
      limits: { waveConcurrency: 1 },
    });
    expect(started).toEqual([1]);
    expect(result.stopReason).toBe('aborted');
    expect(result.steps[0]?.observations).toHaveLength(3);
  });

  it('R9: a cancelled model call ends the run, also in the pause before another attempt', async () => {
    const generate = () =>
      Promise.reject(Object.assign(new Error('flaky'), { retryable: true, retryAfterMs: 60_000 }));
    const handle = startReact<unknown>({
      task: 'Wait.',
      model: { id: 'flaky', generate },
      tools: createToolRegistry({ tools: [] }),
    });
    for await (const event of handle.events) {
      if (event.type === 'attempt_failed') handle.cancel();
    }
    expect(await handle.result).toMatchObject({ stopReason: 'aborted', counts: { attempts: 1 } });
  });

  it('R3: a run that is cancelled while it thinks has a step for that call', async () => {
    const cancel = new AbortController();
    const model: Model = {
      id: 'slow',
      generate: () => {
        queueMicrotask(() => cancel.abort());
        return never();
      },
    };
    const result = await react([], { model, cancel: cancel.signal });
    expect(result).toMatchObject({ stopReason: 'aborted', counts: { modelCalls: { actor: 1 } } });
    expect(result.steps).toMatchObject([{ kind: 'failed' }]);
  });
});

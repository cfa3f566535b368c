import { describe, expect, it } from 'vitest';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import {
  ask,
  call,
  clock,
  codesOf,
  done,
  echo,
  oneWave,
  payTool,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

describe('a clock that is set back', () => {
  it('gives no time back: activeMs never falls', async () => {
    const { now, move } = clock();
    const model = scripted([
      () => {
        move(40);
        return 'a';
      },
      () => {
        move(-100_000);
        return 'b';
      },
    ]);
    const slow = tool('slow', 'pure', () => move(30));
    const back = tool('back', 'pure', () => move(-100_000));
    const runtime = createMemoryJournal();
    const result = await runStrategy(
      specOf({ model, tools: [slow, back], now, runtime, limits: { activeMs: 100 } }),
      async (run) => {
        await run.think(ask('x'), 'actor');
        await run.think(ask('y'), 'actor');
        await stepWith(run, call('back'));
        await stepWith(run, call('slow'));
        return done;
      },
    );
    expect(result).toMatchObject({ status: 'solved', activeMs: 70 });
    for (const { value } of runtime.record().entries) expect(value).not.toMatch(/"ms":-/);
  });
});

describe('a call that waits for its place in a wave', () => {
  it('T3: with effects, is not started with less time than it may take', async () => {
    const { now, move } = clock();
    const { pay, paid } = payTool({ timeoutMs: 50 });
    const slow = tool('slow', 'pure', async () => {
      await Promise.resolve();
      move(60);
    });
    const result = await runStrategy(
      specOf({
        tools: [slow, pay, echo],
        now,
        limits: { waveConcurrency: 1, activeMs: 100 },
      }),
      oneWave([call('slow'), call('pay'), call('echo')]),
    );
    expect(codesOf(result.steps[0]!.observations)).toEqual(['ok', 'not_enough_time', 'ok']);
    expect(paid).toEqual([]);
    expect(result.effects).toMatchObject([{ tool: 'pay', status: 'not_started' }]);
  });
});

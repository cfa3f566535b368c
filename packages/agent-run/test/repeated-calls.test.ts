import { notStarted } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import {
  actOne,
  call,
  clock,
  effectLines,
  effectsOf,
  errorOf,
  eventsOf,
  payTool,
  recorder,
  stepWith,
  tool,
} from './support.ts';

describe('a repeated call of effect once', () => {
  it('is not made again after it was committed: its recorded observation is given', async () => {
    const { pay, paid } = payTool();
    const { events, onEvent } = recorder();
    const result = await effectsOf(
      async (run) => {
        const first = await actOne(run, call('pay'));
        const second = await actOne(run, call('pay'));
        expect(second).toEqual({ ...first, reused: true });
      },
      { tools: [pay], onEvent },
    );
    expect(paid).toHaveLength(1);
    expect(effectLines(result.effects)).toEqual(['0 committed']);
    expect(result.counts.toolCalls).toEqual({ ok: 1, failed: 0, refused: 0, reused: 1 });
    expect(eventsOf(events, 'tool').map(({ via }) => via)).toEqual(['performed', 'reused']);
    expect(eventsOf(events, 'intent')).toHaveLength(1);
  });

  it('costs nothing of the limit of tool calls and needs no time when it is reused', async () => {
    const { now, move } = clock();
    const { pay } = payTool({ timeoutMs: 500 });
    const slow = tool('slow', 'pure', () => move(900));
    await effectsOf(
      async (run) => {
        await run.act([call('pay'), call('slow')]);
        expect(await actOne(run, call('pay'))).toMatchObject({ ok: true, reused: true });
        expect(await actOne(run, call('pay', { n: 2 }))).toMatchObject({ ok: false });
      },
      { tools: [pay, slow], now, limits: { activeMs: 1_000, maxToolCalls: 3 } },
    );
  });

  it('is refused when the outcome of the first is unknown', async () => {
    let attempts = 0;
    const pay = tool('pay', 'once', () => {
      attempts += 1;
      throw new Error('timeout of the bank');
    });
    const result = await effectsOf(
      async (run) => {
        await run.act([call('pay')]);
        expect(errorOf(await actOne(run, call('pay')))).toMatchObject({
          type: 'RepeatRefused',
          class: 'policy',
          code: 'repeat_refused',
        });
        expect(await actOne(run, call('pay', { other: true }))).toMatchObject({ ok: false });
      },
      { tools: [pay] },
    );
    expect(attempts).toBe(2);
    expect(effectLines(result.effects)).toEqual(['0 unknown', '0 unknown']);
  });

  it('is made again when the first certainly did not start', async () => {
    let attempts = 0;
    const pay = tool('pay', 'once', () => (++attempts === 1 ? notStarted('closed') : 'paid'));
    const result = await effectsOf(
      async (run) => {
        await stepWith(run, call('pay'));
        await stepWith(run, call('pay'));
      },
      { tools: [pay] },
    );
    expect(attempts).toBe(2);
    expect(effectLines(result.effects)).toEqual(['0 committed']);
  });

  it('is refused within one step, and the first is made', async () => {
    const { pay, paid } = payTool();
    const result = await effectsOf(
      async (run) => {
        const observations = await run.act([call('pay'), call('pay'), call('pay', { n: 2 })]);
        expect(observations.map(({ ok }) => ok)).toEqual([true, false, true]);
        expect(errorOf(observations[1]).message).toContain('same step');
      },
      { tools: [pay] },
    );
    expect(paid).toHaveLength(2);
    expect(effectLines(result.effects)).toEqual(['0 committed', '0 committed']);
  });

  it('moves the number on after a commit where the tool allows repeats', async () => {
    const { pay, paid } = payTool({ repeat: 'allow' });
    const result = await effectsOf(
      async (run) => {
        await stepWith(run, call('pay'));
        await stepWith(run, call('pay'));
      },
      { tools: [pay] },
    );
    expect(new Set(paid).size).toBe(2);
    expect(effectLines(result.effects)).toEqual(['0 committed', '1 committed']);
  });

  it('is asked about where the tool says so', async () => {
    const { pay, paid } = payTool({ repeat: 'ask' });
    const answers = [false, true];
    const asked: string[] = [];
    const result = await effectsOf(
      async (run) => {
        for (let n = 0; n < 3; n++) await stepWith(run, call('pay'));
      },
      {
        tools: [pay],
        approve: async (pending) => {
          asked.push(...pending.map(({ key }) => key));
          return [answers.shift() ?? false];
        },
      },
    );
    expect(asked).toEqual(['act:1:0', 'act:2:0']);
    expect(paid).toHaveLength(2);
    expect(effectLines(result.effects)).toEqual(['0 committed', '1 committed']);
  });
});

describe('a repeated call of effect idempotent', () => {
  it('has the same key after an unknown outcome, and a new one after a commit', async () => {
    const keys: string[] = [];
    const send = tool('send', 'idempotent', (_, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (keys.length === 1) throw new Error('connection lost');
      return 'sent';
    });
    await effectsOf(
      async (run) => {
        for (let n = 0; n < 3; n++) await stepWith(run, call('send'));
      },
      { tools: [send] },
    );
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('gives the recorded observation where the tool says reuse', async () => {
    let sent = 0;
    const send = tool('send', 'idempotent', () => ++sent, { repeat: 'reuse' });
    await effectsOf(
      async (run) => {
        await stepWith(run, call('send'));
        expect(await actOne(run, call('send'))).toMatchObject({ value: 1, reused: true });
      },
      { tools: [send] },
    );
    expect(sent).toBe(1);
  });
});

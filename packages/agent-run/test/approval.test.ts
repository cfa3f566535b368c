import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer, Pending } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { type Approve, payTwice } from './pay-twice.ts';
import { call, done, errorOf, eventsOf, oneWave, payTool, specOf } from './support.ts';

describe('approval by a callback', () => {
  it('asks once for all calls of a wave that need it, before any call of the wave starts', async () => {
    const asked: Pending[][] = [];
    const order: string[] = [];
    await payTwice(
      async (pending) => {
        asked.push([...pending]);
        order.push('asked');
        return [true, true];
      },
      { onLive: ({ type }) => order.push(type) },
    );
    expect(asked).toEqual([
      [
        { key: 'act:0:0', call: { tool: 'pay', args: { to: 'ann' } } },
        { key: 'act:0:2', call: { tool: 'pay', args: { to: 'bob' } } },
      ],
    ]);
    expect(order).toEqual(['asked', 'tool_started', 'tool_started', 'tool_started']);
  });

  it('approved calls are made, denied ones are observations of class policy', async () => {
    const { result, paid, observations } = await payTwice(async () => [false, true]);
    expect(paid).toHaveLength(1);
    expect(errorOf(observations[0])).toMatchObject({
      type: 'Denied',
      class: 'policy',
      code: 'denied',
      message: 'The call was not approved',
    });
    expect(observations[2]).toMatchObject({ ok: true, value: { to: 'bob' } });
    expect(result.status).toBe('solved');
    expect(result.effects.map(({ status }) => status)).toEqual(['not_started', 'committed']);
    expect(result.counts.toolCalls).toEqual({ ok: 2, failed: 0, refused: 1, reused: 0 });
  });

  it('an answer may be an object with a note, which the model reads', async () => {
    const { texts } = await payTwice(async () => [
      { approved: false, note: 'ask your manager' },
      { approved: true, note: 'fine' },
    ]);
    expect(texts[0]).toBe('ERROR[pay]: Denied: The call was not approved: ask your manager');
    expect(texts[2]).toContain('receipt');
  });

  it('a denial with the note "cancelled" is a denial and cancels nothing', async () => {
    const { result } = await payTwice(async () => [
      { approved: false, note: 'cancelled' },
      { approved: true },
    ]);
    expect(result.status).toBe('solved');
  });

  it('nobody approves by giving the run an answer of its own making', async () => {
    const answer = { approved: false, cancelled: true } as ApprovalAnswer;
    const { result } = await payTwice(async () => [answer, answer]);
    expect(result.status).toBe('solved');
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no desk'))],
    [
      'throws at once',
      () => {
        throw new Error('no desk');
      },
    ],
    ['gives no list', async () => 'yes'],
    ['gives an empty list', async () => []],
    ['gives null', async () => [null, undefined]],
    ['gives words', async () => ['yes', 'true']],
  ])('nothing is approved by a callback that %s', async (_, approve) => {
    const { paid, texts, result } = await payTwice(approve as unknown as Approve);
    expect(paid).toEqual([]);
    expect(texts[0]).toMatch(
      /Denied: The call was not approved: (the approval could not be asked|approve must give a list)/,
    );
    expect(texts[1]).toBe('{}');
    expect(result.status).toBe('solved');
  });

  it('a list that is too short approves only what it speaks of', async () => {
    const { paid, texts } = await payTwice(async () => [true]);
    expect(paid).toHaveLength(1);
    expect(texts[2]).toContain('approve must give a list with one answer for each call');
  });

  it.each([{ approved: 'yes' }, { approved: 1 }, {}, { note: 'ok' }])(
    'only true is an approval: %o',
    async (answer) => {
      const { paid } = await payTwice((async () => [answer, answer]) as unknown as Approve);
      expect(paid).toEqual([]);
    },
  );

  it('is not asked for calls that are refused anyway', async () => {
    let asked = 0;
    const approve = async (pending: readonly Pending[]) => {
      asked += pending.length;
      return pending.map(() => true);
    };
    await payTwice(approve, { limits: { maxCallsPerStep: 1 } });
    expect(asked).toBe(1);
  });

  it('is asked where the tool says so for these arguments', async () => {
    const { pay, paid } = payTool({ approval: (args) => (args as { cents: number }).cents > 100 });
    const asked: unknown[] = [];
    await runStrategy(
      specOf({
        tools: [pay],
        approve: async (pending) => {
          asked.push(...pending.map((ask) => ask.call.args));
          return pending.map(() => true);
        },
      }),
      oneWave([call('pay', { cents: 100 }), call('pay', { cents: 101 })]),
    );
    expect(asked).toEqual([{ cents: 101 }]);
    expect(paid).toHaveLength(2);
  });

  it('denied calls do not use the limit of tool calls up', async () => {
    const { pay, paid } = payTool({ approval: true });
    const answers = [false, true];
    const result = await runStrategy(
      specOf({
        tools: [pay],
        limits: { maxToolCalls: 1 },
        approve: async () => [answers.shift() ?? false],
      }),
      async (run) => {
        await run.act([call('pay', { n: 1 })]);
        await run.act([call('pay', { n: 2 })]);
        return done;
      },
    );
    expect(result.status).toBe('solved');
    expect(paid).toHaveLength(1);
  });

  it('R9: a run that is cancelled while it asks starts nothing and ends as aborted', async () => {
    const cancel = new AbortController();
    const { result, paid, observations } = await payTwice(
      () => {
        cancel.abort();
        return new Promise(() => {});
      },
      { cancel: cancel.signal },
    );
    expect(paid).toEqual([]);
    expect(errorOf(observations[0])).toMatchObject({ code: 'aborted', class: 'aborted' });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(result.effects.map(({ status }) => status)).toEqual(['not_started', 'not_started']);
  });

  it('writes what was asked and answered into the events', async () => {
    const { events } = await payTwice(async () => [true, { approved: false, note: 'no' }]);
    expect(eventsOf(events, 'asked')).toMatchObject([
      { key: 'act:0:0/approve', asks: [{ key: 'act:0:0' }, { key: 'act:0:2' }] },
    ]);
    expect(eventsOf(events, 'answered')).toMatchObject([
      {
        key: 'act:0:0/approve',
        via: 'callback',
        answers: [{ approved: true }, { approved: false, note: 'no' }],
      },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer, Pending, RunSpec } from '../src/index.ts';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import {
  call,
  done,
  echo,
  errorOf,
  eventsOf,
  oneWave,
  payTool,
  recorder,
  type SpecOptions,
  specOf,
} from './support.ts';

type Approve = NonNullable<RunSpec<unknown>['approve']>;

/** Asks for approval of two payments around an ordinary call. */
async function payTwice(approve: Approve | undefined, options: SpecOptions = {}) {
  const { pay, paid } = payTool({ approval: true });
  const { events, onEvent } = recorder();
  const result = await runStrategy(
    specOf({ tools: [pay, echo], approve, onEvent, ...options }),
    oneWave([call('pay', { to: 'ann' }), call('echo'), call('pay', { to: 'bob' })]),
  );
  const observations = result.steps[0]?.observations ?? [];
  return { result, paid, events, texts: observations.map(({ text }) => text), observations };
}

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
    expect(result.counts.toolCalls).toEqual({ ok: 2, failed: 0, refused: 1 });
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
    expect(texts[0]).toContain('Denied: The call was not approved: the approval could not be');
    expect(texts[1]).toBe('{}');
    expect(result.status).toBe('solved');
  });

  it('a list that is too short approves only what it speaks of', async () => {
    const { paid, texts } = await payTwice(async () => [true]);
    expect(paid).toHaveLength(1);
    expect(texts[2]).toContain('the approval could not be asked for');
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

describe('approval by a signal', () => {
  it('R9: suspends the run with all open approvals when nobody can be asked', async () => {
    const { result, paid } = await payTwice(undefined);
    expect(result).toMatchObject({
      status: 'suspended',
      stopReason: 'awaiting_approval',
      reason: 'Waiting for a decision about pay, pay',
      pending: [
        { key: 'act:0:0', call: { tool: 'pay', args: { to: 'ann' } } },
        { key: 'act:0:2', call: { tool: 'pay', args: { to: 'bob' } } },
      ],
    });
    expect(paid).toEqual([]);
  });

  it('is not an end: nothing is finished, and a live event tells of it', async () => {
    const live: string[] = [];
    const { events, result } = await payTwice(undefined, { onLive: ({ type }) => live.push(type) });
    expect(events.map(({ type }) => type)).toEqual(['started', 'asked']);
    expect(live).toEqual(['suspended']);
    expect(result.partial.text).not.toBe('');
  });

  it('goes on with the decisions of the journal, and suspends for those that are missing', async () => {
    const journal = createMemoryJournal();
    const { pay, paid } = payTool({ approval: true });
    const calls = [call('pay', { to: 'ann' }), call('pay', { to: 'bob' })];
    const go = () => runStrategy(specOf({ tools: [pay], runtime: journal }), oneWave(calls));

    expect(await go()).toMatchObject({ pending: [{ key: 'act:0:0' }, { key: 'act:0:1' }] });
    journal.answer('act:0:1', { approved: false, note: 'too much' });
    const half = await go();
    expect(half).toMatchObject({ status: 'suspended', pending: [{ key: 'act:0:0' }] });
    expect(half.status === 'suspended' && half.pending).toHaveLength(1);
    expect(paid).toEqual([]);
    journal.answer('act:0:0', { approved: true });
    expect(await go()).toMatchObject({
      status: 'solved',
      answer: [
        '{"receipt":1,"to":"ann"}',
        'ERROR[pay]: Denied: The call was not approved: too much',
      ],
    });
    expect(paid).toHaveLength(1);
  });

  it.each(['yes', 'no', 1, {}])(
    'only true is an approval, whatever a store gives: %j',
    async (approved) => {
      const journal = createMemoryJournal();
      journal.answer('act:0:0', { approved } as unknown as ApprovalAnswer);
      const { pay, paid } = payTool({ approval: true });
      await runStrategy(specOf({ tools: [pay], runtime: journal }), oneWave([call('pay')]));
      expect(paid).toEqual([]);
    },
  );

  it('has the same events as one life without a wait', async () => {
    const journal = createMemoryJournal();
    const { pay } = payTool({ approval: true });
    const lives: string[][] = [];
    const live = async () => {
      const { events, onEvent } = recorder();
      await runStrategy(
        specOf({ tools: [pay], runtime: journal, onEvent }),
        oneWave([call('pay')]),
      );
      lives.push(events.map(({ type, seq }) => `${seq} ${type}`));
    };
    await live();
    journal.answer('act:0:0', { approved: true });
    await live();
    expect(lives[0]).toEqual(['0 started', '1 asked']);
    expect(lives[1]).toEqual([
      '0 started',
      '1 asked',
      '2 answered',
      '3 intent',
      '4 tool',
      '5 step',
      '6 finished',
    ]);
  });
});

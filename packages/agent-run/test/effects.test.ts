import type { Json } from '@loopwright/core-parser';
import { notStarted } from '@loopwright/tool-registry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actOne,
  call,
  effectLines,
  effectsOf,
  eventsOf,
  payTool,
  recorder,
  stepWith,
  tool,
} from './support.ts';

describe('the id of an effect', () => {
  it('names the session, the tool, the content and a number, and is the idempotency key', async () => {
    const { pay, paid } = payTool();
    const { effects } = await effectsOf((run) => stepWith(run, call('pay', { to: 'ann' })), {
      tools: [pay],
    });
    expect(effects).toEqual([
      {
        id: expect.stringMatching(/^s\/pay\/[0-9a-f]{32}\/0$/),
        tool: 'pay',
        args: { to: 'ann' },
        status: 'committed',
        stepKeys: ['act:0:0'],
      },
    ]);
    expect(paid).toEqual([effects[0]?.id]);
  });

  it('does not depend on the order of the arguments or on the step', async () => {
    const send = tool('send', 'idempotent', () => 'sent');
    const { effects } = await effectsOf(
      async (run) => {
        await stepWith(run, call('send', { a: 1, b: 2 }));
        await stepWith(run, call('send', { b: 2, a: 1 }));
      },
      { tools: [send] },
    );
    const [first, second] = effects.map(({ id }) => id.split('/'));
    expect(first?.slice(0, 3)).toEqual(second?.slice(0, 3));
  });

  it('is made of what the tool says identifies a call', async () => {
    const { pay, paid } = payTool({ signature: (args) => (args as { invoice: Json }).invoice });
    const { effects } = await effectsOf(
      async (run) => {
        await stepWith(run, call('pay', { invoice: 7, note: 'please' }));
        const again = await actOne(run, call('pay', { invoice: 7, note: 'once more' }));
        expect(again).toMatchObject({ ok: true, reused: true });
        await stepWith(run, call('pay', { invoice: 8, note: 'please' }));
      },
      { tools: [pay] },
    );
    expect(paid).toHaveLength(2);
    expect(effects).toHaveLength(2);
  });

  it('differs for other arguments and for other tools', async () => {
    const tools = ['a', 'b'].map((name) => tool(name, 'once', () => 1));
    const { effects } = await effectsOf(
      (run) => stepWith(run, call('a', { n: 1 }), call('a', { n: 2 }), call('b', { n: 1 })),
      { tools },
    );
    expect(new Set(effects.map(({ id }) => id)).size).toBe(3);
  });
});

describe('the ledger', () => {
  it('R12: has no line for pure calls and for calls that were never a call', async () => {
    const { effects } = await effectsOf((run) => stepWith(run, call('echo'), call('nothing')), {});
    expect(effects).toEqual([]);
  });

  it('R12: says committed, not started and unknown', async () => {
    const tools = [
      tool('fine', 'once', () => 'done'),
      tool('early', 'once', () => notStarted('the desk is closed')),
      tool('half', 'once', () => {
        throw new Error('HTTP 503 after the POST');
      }),
    ];
    const { effects } = await effectsOf(
      (run) => stepWith(run, call('fine'), call('early'), call('half')),
      { tools },
    );
    expect(effects.map(({ tool: name, status }) => `${name} ${status}`)).toEqual([
      'fine committed',
      'early not_started',
      'half unknown',
    ]);
  });

  it('is visible to the strategy while it runs', async () => {
    const { pay } = payTool();
    await effectsOf(
      async (run) => {
        expect(run.effects).toEqual([]);
        await stepWith(run, call('pay'));
        expect(run.effects).toMatchObject([{ status: 'committed' }]);
      },
      { tools: [pay] },
    );
  });

  it('has one line for each id, whoever asked for it', async () => {
    let attempts = 0;
    const send = tool('send', 'idempotent', () => {
      attempts += 1;
      if (attempts < 3) throw new Error('connection lost');
      return 'sent';
    });
    const { events, onEvent } = recorder();
    const { effects } = await effectsOf(
      async (run) => {
        for (let n = 0; n < 3; n++) await stepWith(run, call('send'));
      },
      { tools: [send], onEvent },
    );
    expect(effects).toMatchObject([
      { status: 'committed', stepKeys: ['act:0:0', 'act:1:0', 'act:2:0'] },
    ]);
    expect(eventsOf(events, 'tool').map(({ effect }) => effect?.status)).toEqual([
      'unknown',
      'unknown',
      'committed',
    ]);
  });

  it('R12: a later attempt that did not start takes nothing back', async () => {
    let attempts = 0;
    const send = tool('send', 'idempotent', () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('lost')) : notStarted('closed');
    });
    const { effects } = await effectsOf(
      async (run) => {
        await stepWith(run, call('send'));
        await stepWith(run, call('send'));
      },
      { tools: [send] },
    );
    expect(effectLines(effects)).toEqual(['0 unknown']);
  });
});

it('R12: no sequence of calls makes a `once` tool act twice for one content, and every act has its line', async () => {
  const outcomes = fc.constantFrom('commit', 'lose', 'refuse');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), outcomes), { maxLength: 12 }),
      async (plan) => {
        const acted = new Map<number, string>();
        let outcome = 'commit';
        const twice: number[] = [];
        const pay = tool('pay', 'once', (args) => {
          const to = args.to as number;
          if (acted.has(to)) twice.push(to);
          if (outcome === 'refuse') return notStarted('closed');
          acted.set(to, outcome === 'commit' ? 'committed' : 'unknown');
          if (outcome === 'lose') throw new Error('lost');
          return 'paid';
        });
        const { effects, status } = await effectsOf(
          async (run) => {
            for (const [to, next] of plan) {
              outcome = next;
              await stepWith(run, call('pay', { to }));
            }
          },
          { tools: [pay] },
        );
        expect(status).toBe('solved');
        expect(twice).toEqual([]);
        const booked = effects.filter((effect) => effect.status !== 'not_started');
        expect(
          new Map(booked.map((effect) => [(effect.args as { to: number }).to, effect.status])),
        ).toEqual(acted);
      },
    ),
    { numRuns: 60 },
  );
});

import { describe, expect, it } from 'vitest';
import type { Outcome, Run, RunResult } from '../src/index.ts';
import { createMemoryJournal, journalFromEvents, runStrategy } from '../src/index.ts';
import { agentTool, helper } from './sub-agent.ts';
import {
  actOne,
  ask,
  call,
  done,
  errorOf,
  eventsOf,
  oneWave,
  payTool,
  recorder,
  runChecked,
  scripted,
  specOf,
  stepWith,
  tool,
} from './support.ts';

const usage = { inputTokens: 90, outputTokens: 10, cachedInputTokens: null, costUsd: null };

describe('what a sub-agent uses and does', () => {
  const thinkAndPay = async (run: Run): Promise<Outcome> => {
    await run.think(ask('pay?'), 'actor');
    await stepWith(run, call('pay', { to: 'ann' }));
    return { stopReason: 'final', answer: 'paid' };
  };

  it('R3: counts for the parent, model calls apart from its own', async () => {
    const child = helper(thinkAndPay, {
      model: scripted([{ text: 'yes', usage }]),
      tools: [payTool().pay],
    });
    const result = await runStrategy(
      specOf({ tools: [child], model: scripted([{ text: 'go', usage }]) }),
      async (run) => {
        await run.think(ask('go'), 'actor');
        await stepWith(run, call('helper'));
        return done;
      },
    );
    expect(result.counts).toMatchObject({
      modelCalls: { actor: 1 },
      childModelCalls: 1,
      attempts: 2,
      toolCalls: { ok: 1 },
    });
    expect(result.usage).toMatchObject({ inputTokens: 180, outputTokens: 20 });
    expect(result.bounds.children).toBe(50 * 2);
  });

  it('R9: the budget of the parent ends the sub-agent, and then the parent', async () => {
    const endless = async (run: Run): Promise<Outcome> => {
      for (;;) await run.think(ask('more'), 'actor');
    };
    const model = scripted(Array.from({ length: 9 }, () => ({ text: 'x', usage })));
    const child = helper(endless, { allowance: { actor: 9 }, model }, { modelCalls: 9 });
    const result = await runStrategy(
      specOf({ tools: [child], limits: { maxTokens: 250 } }),
      oneWave([call('helper')]),
    );
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'budget' });
    expect(model.requests).toHaveLength(3);
    expect(errorOf(result.steps[0]?.observations[0]).message).toContain('budget: The limit of 250');
  });

  it('R9: is paid with the money of the parent, so its models need prices', async () => {
    const price = { inputPerMillionUsd: 1_000, outputPerMillionUsd: 1_000 };
    const think = async (run: Run): Promise<Outcome> => {
      await run.think(ask('x'), 'actor');
      return done;
    };
    const run = (id: string) =>
      runStrategy(
        specOf({
          tools: [helper(think, { model: scripted([{ text: 'x', usage }], { id }) })],
          limits: { maxCostUsd: 0.05 },
          prices: { scripted: price },
        }),
        oneWave([call('helper')]),
      );
    const priced = await run('scripted');
    expect(priced).toMatchObject({ status: 'stopped', stopReason: 'budget' });
    expect(priced.usage.costUsd).toBeCloseTo(0.1);
    const unpriced = await run('unknown');
    expect(errorOf(unpriced.steps[0]?.observations[0]).message).toContain('none for unknown');
  });

  it('stands in the ledger of the parent, and is not done again by it', async () => {
    const { pay, paid } = payTool();
    const child = helper(thinkAndPay, { model: scripted(['yes']), tools: [pay] });
    const result = await runChecked(specOf({ tools: [child, pay] }), async (run) => {
      await stepWith(run, call('helper'));
      expect(await actOne(run, call('pay', { to: 'ann' }))).toMatchObject({ reused: true });
      return done;
    });
    expect(result.status).toBe('solved');
    expect(paid).toHaveLength(1);
    expect(result.effects).toMatchObject([
      { tool: 'pay', status: 'committed', stepKeys: ['act:0:0/act:0:0'] },
    ]);
    expect(result.partial.text).toContain('Was done: pay(to: ann).');
  });

  it('knows what the other calls of its wave have already done', async () => {
    const { pay, paid } = payTool();
    const child = helper(thinkAndPay, { model: scripted(['yes']), tools: [pay] });
    await runStrategy(
      specOf({ tools: [child, pay] }),
      oneWave([call('helper'), call('pay', { to: 'ann' })]),
    );
    expect(paid).toHaveLength(1);
  });

  it('is in the events of the parent, numbered with them, under its own path', async () => {
    const { events, onEvent } = recorder();
    const child = helper(thinkAndPay, { model: scripted(['yes']), tools: [payTool().pay] });
    await runStrategy(specOf({ tools: [child], onEvent }), oneWave([call('helper')]));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.map(({ path, type }) => `${path} ${type}`)).toEqual([
      ' started',
      'act:0:0/ started',
      'act:0:0/ model',
      'act:0:0/ intent',
      'act:0:0/ tool',
      'act:0:0/ step',
      'act:0:0/ finished',
      ' tool',
      ' step',
      ' finished',
    ]);
    expect(eventsOf(events, 'tool').at(-1)).toMatchObject({ key: 'act:0:0', via: 'agent' });
  });

  it('the sub-agents of one step run one after another, in call order', async () => {
    const order: string[] = [];
    const child = (name: string) =>
      helper(
        async (run) => {
          order.push(`${name} begins`);
          await run.think(ask('x'), 'actor');
          order.push(`${name} ends`);
          return done;
        },
        { model: scripted(['a']) },
        { name },
      );
    await runStrategy(
      specOf({ tools: [child('one'), child('two')] }),
      oneWave([call('two'), call('one')]),
    );
    expect(order).toEqual(['two begins', 'two ends', 'one begins', 'one ends']);
  });
});

describe('ends inside a sub-agent', () => {
  const payOnce = async (run: Run): Promise<Outcome> => {
    await stepWith(run, call('pay'));
    return { stopReason: 'final', answer: 'paid' };
  };

  it('R9: an approval inside suspends the whole run, and the answer resumes it', async () => {
    const { pay, paid } = payTool({ approval: true });
    const runtime = createMemoryJournal();
    const child = helper(payOnce, { tools: [pay] });
    const go = () => runStrategy(specOf({ tools: [child], runtime }), oneWave([call('helper')]));
    expect(await go()).toMatchObject({
      status: 'suspended',
      pending: [{ key: 'act:0:0/act:0:0', call: { tool: 'pay' } }],
    });
    runtime.answer('act:0:0/act:0:0', { approved: true });
    expect(await go()).toMatchObject({ status: 'solved', answer: ['paid'] });
    expect(paid).toHaveLength(1);
  });

  it('R9: a sub-agent tool that swallows the suspension cannot make the run solved', async () => {
    const { pay, paid } = payTool({ approval: true });
    const hiding = agentTool(async (_, parent) => {
      try {
        return await runStrategy(specOf({ tools: [pay], allowance: {}, parent }), payOnce);
      } catch {
        return { status: 'solved', answer: 'all paid' } as RunResult<unknown>;
      }
    });
    const result = await runStrategy(specOf({ tools: [hiding] }), oneWave([call('helper')]));
    expect(result.status).toBe('suspended');
    expect(paid).toEqual([]);
  });

  it('asks the callback of the parent where it has none of its own', async () => {
    const { pay, paid } = payTool({ approval: true });
    const asked: string[] = [];
    const child = helper(payOnce, { tools: [pay] });
    const result = await runStrategy(
      specOf({
        tools: [child],
        approve: async (pending) => {
          asked.push(...pending.map(({ key }) => key));
          return [true];
        },
      }),
      oneWave([call('helper')]),
    );
    expect(result.status).toBe('solved');
    expect(asked).toEqual(['act:0:0/act:0:0']);
    expect(paid).toHaveLength(1);
  });

  it('R9: cancelling the parent ends both', async () => {
    const cancel = new AbortController();
    const stop = tool('stop', 'pure', () => {
      cancel.abort();
      return new Promise(() => {});
    });
    const child = helper(
      async (run) => {
        await stepWith(run, call('stop'));
        return done;
      },
      { tools: [stop] },
    );
    const result = await runStrategy(
      specOf({ tools: [child], cancel: cancel.signal }),
      oneWave([call('helper')]),
    );
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    expect(errorOf(result.steps[0]?.observations[0])).toMatchObject({ code: 'aborted' });
  });

  it('R9: detaching the parent leaves both, and the sub-agent goes on where it was', async () => {
    const { pay, paid } = payTool();
    const runtime = createMemoryJournal();
    const detach = new AbortController();
    const payThenThink = async (run: Run): Promise<Outcome> => {
      await stepWith(run, call('pay'));
      const { text } = await run.think(ask('x'), 'actor');
      return { stopReason: 'final', answer: text };
    };
    const go = (model: ReturnType<typeof scripted>, signal?: AbortSignal) =>
      runStrategy(
        specOf({
          tools: [helper(payThenThink, { model, tools: [pay] })],
          runtime,
          ...(signal ? { detach: signal } : {}),
        }),
        oneWave([call('helper')]),
      );
    const leaving = scripted([
      () => {
        detach.abort();
        return new Promise<string>(() => {});
      },
    ]);
    expect(await go(leaving, detach.signal)).toMatchObject({ stopReason: 'detached' });
    expect(await go(scripted(['ready']))).toMatchObject({ answer: ['ready'] });
    expect(paid).toHaveLength(1);
  });

  it('a crash inside repeats nothing, and a replay runs nothing', async () => {
    const { pay, paid } = payTool();
    const model = scripted(['yes']);
    const child = helper(
      async (run) => {
        await run.think(ask('x'), 'actor');
        return payOnce(run);
      },
      { model, tools: [pay] },
    );
    const { events, onEvent } = recorder();
    const runtime = createMemoryJournal();
    const go = (journal: typeof runtime) =>
      runStrategy(specOf({ tools: [child], runtime: journal, onEvent }), oneWave([call('helper')]));
    const result = await go(runtime);
    const replay = await go(createMemoryJournal(journalFromEvents([...events])));
    expect(replay).toEqual(result);
    expect(model.requests).toHaveLength(1);
    expect(paid).toHaveLength(1);
  });
});

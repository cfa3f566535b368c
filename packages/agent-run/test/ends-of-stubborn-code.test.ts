import { describe, expect, it } from 'vitest';
import { runStrategy } from '../src/index.ts';
import { helper } from './sub-agent.ts';
import {
  ask,
  call,
  deafModel,
  done,
  payTool,
  recorder,
  scripted,
  specOf,
  tool,
} from './support.ts';

const nothing = { stopReason: 'error', text: 'unreachable' } as const;

describe('a run that has ended', () => {
  it('R2: does not wait for a body that swallows its end and never settles', async () => {
    const result = await runStrategy(
      specOf({ allowance: { actor: 0 }, limits: { graceMs: 0 } }),
      async (run) => {
        await run.think(ask('x'), 'actor').catch(() => {});
        return new Promise(() => {});
      },
    );
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_steps' });
  });

  it('R2: does not wait for a body that swallows its end and asks on for ever', async () => {
    const result = await runStrategy(
      specOf({ allowance: { actor: 0 }, limits: { graceMs: 0 } }),
      async (run) => {
        for (;;) await run.think(ask('x'), 'actor').catch(() => {});
      },
    );
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_steps' });
  });
});

describe('limits', () => {
  it('R3: what a strategy says it can do is enforced, also beyond its own counting', async () => {
    let started = 0;
    const count = tool('count', 'pure', () => ++started);
    const result = await runStrategy(
      specOf({ tools: [count], strategyToolCalls: 2 }),
      async (run) => {
        const calls = [1, 2, 3, 4].map((n) => call('count', { n }));
        const observations = await run.act(calls);
        await run.judge({ thought: '', calls, observations });
        return nothing;
      },
    );
    expect(started).toBe(2);
    expect(result).toMatchObject({ stopReason: 'budget', bounds: { toolCalls: 2 } });
    expect(result.counts.toolCalls).toEqual({ ok: 2, failed: 0, refused: 2, reused: 0 });
  });

  it('a limit of tool calls that the parent reached does not end its sub-agent', async () => {
    const { pay } = payTool();
    const child = helper(
      async (run) => {
        await run.think(ask('x'), 'actor');
        return done;
      },
      { model: scripted(['hm']) },
    );
    const result = await runStrategy(
      specOf({ tools: [pay, child], limits: { maxToolCalls: 1 } }),
      async (run) => {
        await run.act([call('helper'), call('pay')]);
        return nothing;
      },
    );
    expect(result.counts.childModelCalls).toBe(1);
    expect(result.steps[0]?.observations[0]).toMatchObject({ ok: true, value: 'done' });
  });

  it('tokens of attempts that gave nothing are estimated, those of refused requests are not', async () => {
    const spent = async (model: Parameters<typeof specOf>[0]) => {
      const { events, onEvent } = recorder();
      const spec = specOf({ ...model, onEvent, limits: { callMs: 5, attempts: 2 } });
      const result = await runStrategy(spec, async (run) => {
        await run.think(ask('x'.repeat(4_000)), 'actor');
        return done;
      });
      return { usage: result.usage, model: events.find(({ type }) => type === 'model') };
    };
    const lost = await spent({ model: deafModel });
    expect(lost.model).toMatchObject({ attempts: 2, lostAttempts: 2 });
    expect(lost.usage.estimated).toBe(true);
    expect(lost.usage.inputTokens).toBeGreaterThanOrEqual(2_000);
    const refused = await spent({ model: scripted([new Error('bad key')]) });
    expect(refused.usage.inputTokens).toBeNull();
  });
});

describe('a turn', () => {
  it('keeps every wave that was performed since the last one', async () => {
    const result = await runStrategy(specOf(), async (run) => {
      await run.act([call('echo', { n: 1 })]);
      const calls = [call('echo', { n: 2 })];
      await run.judge({ thought: '', calls, observations: await run.act(calls) });
      return done;
    });
    expect(result.steps[0]?.observations.map(({ text }) => text)).toEqual(['{"n":1}', '{"n":2}']);
  });

  it('cannot be changed by a guard', async () => {
    const guard = () => ({
      name: 'meddler',
      judge(step: { observations: { text: string }[] }) {
        step.observations.length = 0;
        return undefined;
      },
    });
    const result = await runStrategy(specOf({ guards: [guard] }), async (run) => {
      const calls = [call('echo', { n: 1 })];
      await run.judge({ thought: '', calls, observations: await run.act(calls) });
      return done;
    });
    expect(result.steps[0]?.observations).toHaveLength(1);
    expect(result.flags[0]).toMatch(/^meddler: the guard threw TypeError/);
  });
});

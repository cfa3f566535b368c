import { describe, expect, it } from 'vitest';
import { createMemoryJournal, runStrategy } from '../src/index.ts';
import { agentTool } from './sub-agent.ts';
import {
  advisor,
  ask,
  call,
  codesOf,
  done,
  payTool,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

const never = () => new Promise<never>(() => {});

describe('calls in flight when the run is left', () => {
  /** A journal that takes long to store one entry, longer than any grace; the run is left meanwhile. */
  const slowJournal = (slowKey: string, controller: AbortController) =>
    createMemoryJournal(
      {},
      {
        append: (entry) => {
          if (!('key' in entry && entry.key === slowKey)) return;
          controller.abort();
          return new Promise((resolve) => setTimeout(resolve, 40));
        },
      },
    );

  it.each([
    ['cancel', 'aborted'],
    ['detach', 'detached'],
  ])(
    'R12: are waited for and booked before the end of a body that does not wait: %s',
    async (how, stopReason) => {
      const controller = new AbortController();
      const { pay, paid } = payTool();
      const runtime = slowJournal('act:0:0', controller);
      const result = await runStrategy(
        specOf({
          tools: [pay],
          runtime,
          [how]: controller.signal,
          limits: { graceMs: 0 },
        }),
        async (run) => {
          void run.act([call('pay', { eur: 20 })]);
          return never();
        },
      );
      expect(result).toMatchObject({
        stopReason,
        effects: [{ tool: 'pay', status: 'committed' }],
        counts: { toolCalls: { ok: 1 } },
      });
      expect(result.partial.text).toContain('Was done: pay(eur: 20).');
      expect(runtime.record().entries.map(({ key }) => key)).toContain('act:0:0');
      expect(paid).toHaveLength(1);
    },
  );

  it('R3: are waited for and counted before the end of an advisor that does not wait', async () => {
    const cancel = new AbortController();
    const runtime = slowJournal('critic:0', cancel);
    const careless = advisor((context) => {
      void context.think(ask('grade'), 'critic');
      return never();
    });
    const result = await runStrategy(
      specOf({
        model: scripted(['graded']),
        runtime,
        advisors: [careless],
        allowance: { critic: 1 },
        cancel: cancel.signal,
        limits: { graceMs: 0 },
      }),
      async (run) => {
        await stepWith(run, call('nothing'));
        return done;
      },
    );
    expect(result).toMatchObject({
      stopReason: 'aborted',
      counts: { modelCalls: { critic: 1 }, attempts: 1 },
      usage: { outputTokens: 2 },
    });
    expect(runtime.record().entries.at(-1)?.key).toBe('critic:0');
  });

  it('R12: are waited for inside a sub-agent that nobody waits for', async () => {
    const cancel = new AbortController();
    const { pay } = payTool();
    const careless = agentTool((_, parent) => {
      void runStrategy(specOf({ tools: [pay], allowance: {}, parent }), async (run) => {
        await stepWith(run, call('pay', { eur: 20 }));
        return done;
      });
      return never();
    });
    const result = await runStrategy(
      specOf({
        tools: [careless],
        runtime: slowJournal('act:0:0/act:0:0', cancel),
        cancel: cancel.signal,
        limits: { graceMs: 0 },
      }),
      async (run) => {
        await stepWith(run, call('helper'));
        return done;
      },
    );
    expect(result).toMatchObject({
      stopReason: 'aborted',
      effects: [{ tool: 'pay', status: 'committed' }],
    });
  });

  it('R12: no observation of a wave is lost when one of its sub-agents never settles', async () => {
    const cancel = new AbortController();
    const { pay } = payTool();
    const stuck = agentTool(() => {
      setTimeout(() => cancel.abort());
      return never();
    });
    const result = await runStrategy(
      specOf({ tools: [pay, stuck], cancel: cancel.signal, limits: { graceMs: 0 } }),
      async (run) => {
        await stepWith(run, call('helper'), call('pay', { eur: 20 }));
        return done;
      },
    );
    expect(result).toMatchObject({
      stopReason: 'aborted',
      steps: [{ kind: 'interrupted', calls: [{ tool: 'helper' }, { tool: 'pay' }] }],
      partial: { found: [{ receipt: 1, to: null }] },
    });
    expect(codesOf(result.steps[0]!.observations)).toEqual(['aborted', 'ok']);
  });
});

import { describe, expect, it } from 'vitest';
import { runStrategy } from '../src/index.ts';
import { agentTool, helper } from './sub-agent.ts';
import { actOne, call, done, payTool, scripted, specOf, stepWith } from './support.ts';

describe('what a sub-agent is charged with', () => {
  it('R3: its tool calls count for its parents and under their limit', async () => {
    const child = helper(async (run) => {
      await stepWith(run, ...[1, 2, 3, 4].map((n) => call('echo', { n })));
      return done;
    });
    const result = await runStrategy(
      specOf({ tools: [child], limits: { maxToolCalls: 3 } }),
      async (run) => {
        await stepWith(run, call('helper'));
        return done;
      },
    );
    expect(result.counts).toMatchObject({ childToolCalls: 2, toolCalls: { ok: 0, failed: 1 } });
    expect(result.steps[0]?.observations[0]?.text).toContain('budget');
  });

  it('R12: tells of its own effects, not of those of its parent', async () => {
    const { pay } = payTool();
    const child = helper(
      async (run) => {
        await stepWith(run, call('echo', { n: 1 }));
        return { stopReason: 'gave_up', text: 'enough' };
      },
      { tools: [] },
    );
    const result = await runStrategy(specOf({ tools: [pay, child] }), async (run) => {
      await stepWith(run, call('pay', { to: 'ann' }));
      await stepWith(run, call('helper'));
      return done;
    });
    expect(result.steps[1]?.observations[0]?.text).not.toContain('pay');
    expect(result.effects).toHaveLength(1);
  });

  it('a run of its own, outside the parent, is flagged and cannot cancel the parent', async () => {
    const outsider = agentTool(() =>
      runStrategy(specOf({ model: scripted(['x']), cancel: AbortSignal.abort() }), async (run) => {
        await run.think({ system: '', messages: [] }, 'actor');
        return done;
      }),
    );
    const result = await runStrategy(specOf({ tools: [outsider] }), async (run) => {
      expect(await actOne(run, call('helper'))).toMatchObject({ ok: false });
      return done;
    });
    expect(result.status).toBe('solved');
    expect(result.flags[0]).toMatch(/^helper: its run did not take the parent handle/);
  });
});

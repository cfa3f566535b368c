import type { JsonObject, PlanStep } from '@loopwright/core-parser';
import { notStarted } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { type PlanWalkOptions, runStrategy, walkPlan } from '../src/index.ts';
import { echo, payTool, type SpecOptions, specOf, tool } from './support.ts';

const step = (id: string, toolName: string, args: JsonObject): PlanStep => ({
  id,
  tool: toolName,
  args,
  dependsOn: (JSON.stringify(args).match(/#E\d+/g) ?? []).map((each) => each.slice(1)),
});

async function walk(
  steps: PlanStep[],
  tools: SpecOptions['tools'],
  options: Partial<PlanWalkOptions> = {},
) {
  const result = await runStrategy(
    specOf({ tools: [echo, ...(tools ?? [])], allowance: {} }),
    async (run) => {
      const { evidence } = await walkPlan(run, { steps }, { maxCallsPerStep: 16, ...options });
      const texts = [...evidence.values()].map(({ id, observation }) => [id, observation.ok]);
      return { stopReason: 'final', answer: texts };
    },
  );
  return {
    result,
    waves: result.steps.map(({ calls }) => calls.map((call) => call.tool)),
  };
}

describe('the same effect twice in a wave', () => {
  it('W2: the second is settled by what the first one gave, as in two waves', async () => {
    const { pay, paid } = payTool();
    const { result, waves } = await walk(
      [
        step('E1', 'pay', { to: 'Ann', eur: 5 }),
        step('E2', 'pay', { eur: 5, to: 'Ann' }),
        step('E3', 'pay', { to: 'Bob', eur: 5 }),
        step('E4', 'echo', { n: 1 }),
        step('E5', 'echo', { n: 1 }),
      ],
      [pay],
    );
    expect(waves).toEqual([['pay', 'pay', 'echo', 'echo'], ['pay']]);
    expect(paid).toHaveLength(2);
    expect(result.counts.toolCalls).toMatchObject({ ok: 4, reused: 1, refused: 0 });
    expect(result.steps[1]?.observations[0]).toMatchObject({ ok: true, reused: true });
  });

  it('W2: two calls are the same when their arguments are, with the evidence in its place', async () => {
    const { pay, paid } = payTool();
    const { waves } = await walk(
      [
        step('E1', 'echo', { to: 'Ann' }),
        step('E2', 'echo', { of: '#E1' }),
        step('E3', 'pay', { to: '#E2.of.to' }),
        step('E4', 'pay', { to: 'Ann', when: '#E2.of.to' }),
        step('E5', 'pay', { to: '#E2.of.to' }),
      ],
      [pay],
    );
    expect(waves).toEqual([['echo'], ['echo'], ['pay', 'pay'], ['pay']]);
    expect(paid).toHaveLength(2);
  });

  it('W2: each of three waits for the one before, and maxCallsPerStep holds for every part', async () => {
    const { pay, paid } = payTool();
    const same = ['E1', 'E2', 'E3'].map((id) => step(id, 'pay', { to: 'Ann' }));
    const others = ['Bob', 'Eve'].map((to, n) => step(`E${n + 4}`, 'pay', { to }));
    const { waves } = await walk([...same, ...others], [pay], { maxCallsPerStep: 2 });
    expect(waves).toEqual([['pay', 'pay'], ['pay'], ['pay'], ['pay']]);
    expect(paid).toHaveLength(3);
  });

  it('W3: where the first did not start, the second is made', async () => {
    let calls = 0;
    const shy = tool('shy', 'once', () => {
      calls += 1;
      return calls === 1 ? notStarted('not yet') : 'paid';
    });
    const steps = [step('E1', 'shy', {}), step('E2', 'shy', {})];
    const { result } = await walk(steps, [shy]);
    expect(result).toMatchObject({
      answer: [
        ['E1', false],
        ['E2', true],
      ],
    });
  });

  it('W3: of two that are blocked by one failure none waits for the other', async () => {
    const broken = tool('broken', 'pure', () => {
      throw new Error('HTTP 500');
    });
    const { pay, paid } = payTool();
    const { waves } = await walk(
      [
        step('E1', 'broken', {}),
        step('E2', 'pay', { to: '#E1' }),
        step('E3', 'pay', { to: '#E1' }),
      ],
      [pay, broken],
    );
    expect(waves).toEqual([['broken'], ['pay', 'pay']]);
    expect(paid).toEqual([]);
  });
});

import type { Limits, Step } from '@loopwright/agent-run';
import {
  defaultScenarios,
  facts,
  policyModels,
  type Scenario,
  scenarios,
} from '@loopwright/lab/zephyr';
import { describe, expect, it } from 'vitest';
import { runScenario } from '../src/run-scenario.ts';
import { runWithPolicies } from './run-with-policies.ts';

function scenario(name: string): Scenario {
  return scenarios.find((each) => each.name === name)!;
}

function callsOf(steps: readonly Step[]) {
  return steps.flatMap((step) =>
    step.calls.map((call) => [call.tool, Object.values(call.args)[0]]),
  );
}

function textsOf(steps: readonly Step[]): string {
  return steps.flatMap((step) => step.observations.map(({ text }) => text)).join('\n');
}

describe('satellite', () => {
  it('E1: two lookups, a wrong turn that the critic flags, the product, and SOLVED', async () => {
    const { result, critiques, asExpected } = await runWithPolicies(scenario('satellite'));
    expect(result).toMatchObject({ status: 'solved', answer: '564 million USD' });
    expect(asExpected).toBe(true);
    expect(callsOf(result.steps)).toEqual([
      ['knowledge_lookup', 'satellites_launched'],
      ['knowledge_lookup', 'cost_per_satellite_musd'],
      ['knowledge_lookup', 'unit_of_cost'],
      ['calculator', '47 * 12'],
    ]);
    const wrongTurn = result.steps[2]!;
    expect(wrongTurn.observations[0]).toMatchObject({ ok: false, error: { type: 'NotFound' } });
    expect(critiques.map(({ onTrack }) => onTrack)).toEqual([true, true, false, true]);
    expect(wrongTurn.notes.join()).toContain('Next: Multiply with the calculator.');
    expect(result.steps[3]!.observations[0]).toMatchObject({ ok: true, value: 564 });
    expect(result.steps.length).toBeLessThanOrEqual(6);
  });

  it('R6: the critic grades every step but the last, and its calls are counted apart', async () => {
    const { result } = await runWithPolicies(scenario('satellite'));
    expect(result.counts.modelCalls).toEqual({ actor: 5, critic: 4 });
    expect(result.bounds.perRole).toMatchObject({ actor: 6, critic: 5 });
  });

  it('R8: at the cap the best so far is what was observed', async () => {
    const { result, asExpected } = await runWithPolicies(scenario('satellite'), { maxSteps: 2 });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_steps' });
    expect(result.partial.found).toEqual([47, 12]);
    expect(result.partial.text).toContain('47');
    expect(asExpected).toBe(false);
  });

  it('E11: with other facts the same policy gives another answer, and 564 appears nowhere', async () => {
    const { result, asExpected } = await runWithPolicies(scenario('satellite-other-facts'));
    expect(result).toMatchObject({ status: 'solved', answer: '152 million USD' });
    expect(asExpected).toBe(true);
    expect(JSON.stringify(result)).not.toContain('564');
  });

  it('E11: the answer follows the facts, whatever they are', async () => {
    const world = { ...facts, satellites_launched: 3, cost_per_satellite_musd: 2.5 };
    const { result } = await runWithPolicies({ ...scenario('satellite'), facts: world });
    expect(result).toMatchObject({ status: 'solved', answer: '7.5 million USD' });
  });

  it('R7: without the cost there is no answer but what is known', async () => {
    const { cost_per_satellite_musd: _, ...incomplete } = facts;
    const { result, asExpected } = await runWithPolicies({
      ...scenario('satellite'),
      facts: incomplete,
    });
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'gave_up' });
    expect(callsOf(result.steps)).toEqual([
      ['knowledge_lookup', 'satellites_launched'],
      ['knowledge_lookup', 'cost_per_satellite_musd'],
    ]);
    expect(result.partial.text).toContain('satellites_launched is 47');
    expect(result.reason).toContain('cost_per_satellite_musd was not found');
    expect(asExpected).toBe(false);
  });

  it('R7: a cost that is no number ends with the error of the calculator as the reason', async () => {
    const { result } = await runWithPolicies({
      ...scenario('satellite'),
      facts: { ...facts, cost_per_satellite_musd: 'unknown' },
    });
    expect(result).toMatchObject({ status: 'degraded' });
    expect(result.reason).toContain('ERROR[calculator]: SyntaxError');
  });
});

describe('outage', () => {
  it('E2: errors, a correction by the critic, no such fact, and DEGRADED with partial and reason', async () => {
    const { result, critiques, asExpected } = await runWithPolicies(scenario('outage'));
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'gave_up' });
    expect(result).not.toHaveProperty('answer');
    expect(asExpected).toBe(true);
    expect(callsOf(result.steps)).toEqual([
      ['web_search', 'Zephyr Labs share price'],
      ['knowledge_lookup', 'share_price'],
      ['knowledge_lookup', 'share_symbol'],
    ]);
    expect(result.steps[0]!.observations[0]!.text).toContain('SearchBackendError');
    expect(result.steps[1]!.observations[0]).toMatchObject({ error: { type: 'NotFound' } });
    expect(critiques.map(({ onTrack }) => onTrack)).toEqual([false, false, true]);
    expect(result.partial.text).toContain('share_symbol is ZPHR');
    expect(result.reason).toContain('SearchBackendError');
    expect(result.reason).toContain('the fact share_price was not found');
  });

  it('E2: no number that was not observed or asked', async () => {
    const { scenario: ran, result } = await runWithPolicies(scenario('outage'));
    const seen = `${ran.task}\n${textsOf(result.steps)}`.match(/\d+(\.\d+)?/g);
    const said = `${result.partial.text} ${result.reason}`.match(/\d+(\.\d+)?/g) ?? [];
    expect(said).toContain('503');
    for (const number of said) expect(seen).toContain(number);
  });

  it('E11: with the backend up the same policy is SOLVED with the figure of the index', async () => {
    const { result, asExpected } = await runWithPolicies(scenario('outage-backend-up'));
    expect(result).toMatchObject({ status: 'solved', answer: '83.20 USD' });
    expect(textsOf(result.steps)).toContain('83.20 USD');
    expect(asExpected).toBe(true);
  });
});

it('E1, E2: the default pair is satellite and outage', () => {
  expect(defaultScenarios.map(({ name }) => name)).toEqual(['satellite', 'outage']);
});

it('E11: a control differs from its story in the world, not in question or policy', () => {
  for (const [story, control] of [
    ['satellite', 'satellite-other-facts'],
    ['outage', 'outage-backend-up'],
  ] as const) {
    const { task, policy } = scenario(story);
    expect(scenario(control)).toMatchObject({ task, policy });
  }
});

it('E1, E2: a scenario runs the same way every time', async () => {
  for (const each of scenarios) {
    const [first, second] = [await runWithPolicies(each), await runWithPolicies(each)];
    expect({ ...first.result, activeMs: 0 }).toEqual({ ...second.result, activeMs: 0 });
  }
});

it('E3: a deadline of the command line is that of every model call', async () => {
  const limits: Limits[] = [];
  await runScenario(scenario('outage-backend-up'), {
    models: policyModels(scenario('outage-backend-up'), 'json'),
    format: 'json',
    timeoutMs: 300_000,
    onEvent: (event) => event.type === 'started' && limits.push(event.limits),
  });
  expect(limits).toMatchObject([{ callMs: 300_000, idleStreamMs: 300_000 }]);
});

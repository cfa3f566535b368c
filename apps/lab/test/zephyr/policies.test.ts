import { fromPolicy } from '@loopwright/providers';
import { jsonFormat, runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { criticPolicy } from '../../src/zephyr/policies/critic-policy.ts';
import { readSteps } from '../../src/zephyr/policies/scratchpad.ts';
import { sharePricePolicy } from '../../src/zephyr/policies/share-price-policy.ts';
import { spendingPolicy } from '../../src/zephyr/policies/spending-policy.ts';
import { calculator } from '../../src/zephyr/tools/calculator.ts';
import { createKnowledgeLookup } from '../../src/zephyr/tools/knowledge-lookup.ts';
import { createWebSearch } from '../../src/zephyr/tools/web-search.ts';
import { facts, pages } from '../../src/zephyr/zephyr-labs.ts';

function step(action: string, input: object, observation: string, note?: string): string {
  const call = JSON.stringify({ thought: 'hm', action, action_input: input });
  return `${call}\nObservation: ${observation}\n${note === undefined ? '' : `Note: ${note}\n`}`;
}

function lookup(key: string, observation: string, note?: string): string {
  return step('knowledge_lookup', { key }, observation, note);
}

const task = 'Task: What did Zephyr Labs spend launching satellites?\n';
const bothFacts = lookup('satellites_launched', '3') + lookup('cost_per_satellite_musd', '5');
const noUnit = 'ERROR[knowledge_lookup]: NotFound: the fact unit_of_cost was not found';

describe('the spending policy reads what was observed', () => {
  it('E1: the operands and the answer come from observations', () => {
    const doubt = lookup('unit_of_cost', noUnit, 'critic: Next: Multiply with the calculator.');
    const product = step('calculator', { expression: '3 * 5' }, '15');
    expect(JSON.parse(spendingPolicy(task + bothFacts + doubt))).toMatchObject({
      action: 'calculator',
      action_input: { expression: '3 * 5' },
    });
    expect(JSON.parse(spendingPolicy(task + bothFacts + doubt + product))).toMatchObject({
      action: 'final',
      action_input: { answer: '15 million USD' },
    });
  });

  it('E1: it believes the observation of the calculator, not its own arithmetic', () => {
    const doubt = lookup('unit_of_cost', noUnit, 'critic: Next: Multiply with the calculator.');
    const product = step('calculator', { expression: '3 * 5' }, '999');
    expect(spendingPolicy(task + bothFacts + doubt + product)).toContain('999 million USD');
  });

  it('R6: the note of the critic ends the wrong turn; without one it is repeated', () => {
    const corrected = lookup('unit_of_cost', noUnit, 'critic: Next: Multiply with the calculator.');
    const alone = lookup('unit_of_cost', noUnit);
    const other = lookup('unit_of_cost', noUnit, 'critic: Next: Try once more.');
    expect(spendingPolicy(task + bothFacts + corrected)).toContain('"calculator"');
    expect(spendingPolicy(task + bothFacts + alone)).toContain('"unit_of_cost"');
    expect(spendingPolicy(task + bothFacts + other)).toContain('"unit_of_cost"');
    expect(spendingPolicy(task + bothFacts + alone + alone)).toContain('"calculator"');
  });
});

describe('without a critic', () => {
  const registry = (outage: boolean) =>
    createToolRegistry({
      tools: [calculator, createKnowledgeLookup(facts), createWebSearch({ pages, outage })],
    });

  it('R6: the satellite question costs one step more', async () => {
    const result = await runReact({
      task: 'What did Zephyr Labs spend launching satellites?',
      model: fromPolicy(spendingPolicy),
      tools: registry(false),
      format: jsonFormat,
    });
    expect(result).toMatchObject({ status: 'solved', answer: '564 million USD' });
    expect(result.steps).toHaveLength(6);
    expect(result.counts.modelCalls).toEqual({ actor: 6 });
  });

  it('R6: in the outage the search is repeated and nobody asks for the facts', async () => {
    const result = await runReact({
      task: 'What is the share price of Zephyr Labs right now?',
      model: fromPolicy(sharePricePolicy),
      tools: registry(true),
      format: jsonFormat,
    });
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'gave_up' });
    expect(result.steps.flatMap(({ calls }) => calls.map(({ tool }) => tool))).toEqual([
      'web_search',
      'web_search',
    ]);
  });
});

describe('the share price policy', () => {
  const search = (observation: string, note?: string) =>
    step('web_search', { query: 'Zephyr Labs share price' }, observation, note);

  it('E11: the price is the one in the observation', () => {
    expect(sharePricePolicy(`Task: x\n${search('["now at 7 USD"]')}`)).toContain('"7 USD"');
  });

  it('R7: a search without a price is no answer', () => {
    const said = JSON.parse(sharePricePolicy(`Task: x\n${search('[]')}`));
    expect(said.action).toBe('give_up');
    expect(said.action_input.reason).toBe('Nothing that was found is the answer');
  });

  it('R6: it asks for the fact that the critic names, once', () => {
    const hint = 'critic: Next: Ask knowledge_lookup for share_symbol.';
    const first = `Task: x\n${search('ERROR[web_search]: SearchBackendError: HTTP 503', hint)}`;
    expect(sharePricePolicy(first)).toContain('"key":"share_symbol"');
    const asked = lookup('share_symbol', 'ERROR[knowledge_lookup]: NotFound: no', hint);
    expect(sharePricePolicy(first + asked)).toContain('"give_up"');
  });
});

describe('the critic policy grades what it is shown', () => {
  const review = (action: string, input: object, observation: string) =>
    JSON.parse(
      criticPolicy(
        `Goal: x\nThought: y\nAction: ${action}\nAction Input: ${JSON.stringify(input)}\nObservation: ${observation}`,
      ),
    );

  it('R6: a success is on track', () => {
    expect(review('calculator', {}, '564')).toMatchObject({ on_track: true, next_hint: '' });
  });

  it('R6: the unit is read from the keys that the error lists', () => {
    const error = (keys: string) =>
      `ERROR[knowledge_lookup]: NotFound: the fact unit_of_cost was not found; known keys: ${keys}`;
    expect(review('knowledge_lookup', {}, error('ceo, cost_musd'))).toMatchObject({
      on_track: false,
      critique: expect.stringContaining('cost_musd is in million USD'),
    });
    expect(review('knowledge_lookup', {}, error('ceo, cost_eur'))).toMatchObject({
      next_hint: expect.stringContaining('cost_eur'),
    });
    expect(review('knowledge_lookup', {}, error('ceo'))).toMatchObject({
      next_hint: 'Give up with what is known.',
    });
  });

  it('R6: only a backend that is down makes it leave the search', () => {
    expect(review('web_search', {}, 'ERROR[web_search]: X: HTTP 503').next_hint).toContain(
      'knowledge_lookup',
    );
    expect(review('web_search', {}, 'ERROR[web_search]: X: bad query').next_hint).not.toContain(
      'knowledge_lookup',
    );
  });
});

it('E1: a scratchpad is read back as the steps that the loop wrote', async () => {
  const scratchpads: string[] = [];
  await runReact({
    task: 'x',
    model: fromPolicy((scratchpad) => {
      scratchpads.push(scratchpad);
      return spendingPolicy(scratchpad);
    }),
    tools: createToolRegistry({ tools: [calculator, createKnowledgeLookup(facts)] }),
    format: jsonFormat,
  });
  const steps = readSteps(scratchpads.at(-1)!);
  expect(steps.slice(0, 2)).toEqual([
    {
      action: 'knowledge_lookup',
      input: { key: 'satellites_launched' },
      observation: '47',
      note: '',
    },
    {
      action: 'knowledge_lookup',
      input: { key: 'cost_per_satellite_musd' },
      observation: '12',
      note: '',
    },
  ]);
  expect(steps.at(-1)).toMatchObject({ action: 'calculator', observation: '564' });
});

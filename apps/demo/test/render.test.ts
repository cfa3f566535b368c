import { scenarios } from '@loopwright/lab/zephyr';
import { expect, it } from 'vitest';
import { renderRun } from '../src/render.ts';
import { runWithPolicies } from './run-with-policies.ts';

const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

it('no line is wider than the screen, and no word is lost', async () => {
  for (const scenario of scenarios) {
    const run = await runWithPolicies(scenario);
    for (const columns of [60, 80, 100]) {
      const text = renderRun(run, { columns, colour: false });
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      const words = text.split(/\s+/);
      for (const word of run.result.partial.text.split(/\s+/)) expect(words).toContain(word);
    }
  }
});

it('colours change nothing but the look', async () => {
  const run = await runWithPolicies(scenarios[1]!);
  const plain = renderRun(run, { columns: 80, colour: false });
  const coloured = renderRun(run, { columns: 80, colour: true });
  expect(plain).not.toMatch(escapes);
  expect(coloured).toMatch(escapes);
  expect(coloured.replaceAll(escapes, '')).toBe(plain);
});

it('a word longer than the screen is cut, not lost', async () => {
  const run = await runWithPolicies(scenarios[0]!);
  const long = 'Ω'.repeat(150);
  const steps = run.result.steps.map((step) => ({ ...step, thought: `a ${long} b` }));
  const text = renderRun(
    { ...run, result: { ...run.result, steps } },
    { columns: 80, colour: false },
  );
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(text.match(/Ω+/g)?.join('')).toBe(long.repeat(steps.length));
});

it('an ERROR is shown as one, a success as ok', async () => {
  const text = renderRun(await runWithPolicies(scenarios[0]!), { columns: 100, colour: false });
  expect(text).toContain('Observation   ok 47');
  expect(text).toContain('Observation   ERROR[knowledge_lookup]: NotFound');
  expect(text).toContain('Critique      on track\n');
  expect(text).toContain('Critique      off track: There is no fact unit_of_cost');
});

it.each(['interrupted', 'failed'] as const)(
  'a step that was %s shows its calls and what came of them',
  async (kind) => {
    const run = await runWithPolicies(scenarios[0]!);
    const steps = [{ ...run.result.steps[0]!, kind }];
    const text = renderRun(
      { ...run, result: { ...run.result, steps } },
      { columns: 100, colour: false },
    );
    expect(text).toContain('Action        knowledge_lookup {"key":"satellites_launched"}');
    expect(text).toContain('Observation   ok 47');
    expect(text).toContain(`Action        ${kind}`);
  },
);

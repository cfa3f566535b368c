import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { runGoal, runPlanExecute } from '../src/index.ts';
import { factTools, planText } from './strategy-support.ts';

describe('where an answer comes from', () => {
  const { tools } = factTools();

  it('R9: the value of a tool is not called what a model said', async () => {
    const model = scriptedModel([planText(['E1', 'multiply', { x: 2, y: 3 }])]);
    expect(await runPlanExecute({ task: 'Multiply.', tools, model })).toMatchObject({
      answer: 6,
      reason: 'The last step of the plan gave the answer',
    });
  });

  it('R9: nor is what a function gave, alone or combined', async () => {
    const options = { goal: 'Multiply.', execute: () => 6 };
    expect(await runGoal(options)).toMatchObject({
      answer: 6,
      reason: 'The last task gave the answer',
    });
    expect(await runGoal({ ...options, combine: () => 7 })).toMatchObject({
      answer: 7,
      reason: 'The answer was combined from the results of the tasks',
    });
  });
});

it('R2: an answer whose schema never says anything does not fit, and the run ends', async () => {
  const validate = () => new Promise<never>(() => {});
  const answer = { '~standard': { version: 1, vendor: 'x', validate } } as const;
  const { tools } = factTools();
  const plan = planText(['E1', 'search']);
  const result = await runPlanExecute<unknown>({
    task: 'Search.',
    tools,
    model: scriptedModel([plan, plan]),
    answer,
    maxReplans: 1,
    limits: { callMs: 1 },
  });
  expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_replans' });
  expect(result.reason).toContain('its check did not answer within 1 ms');
});

import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { planExecuteBounds, runPlanExecute } from '../src/index.ts';
import { factTools, franceFact, planText, recorder, shownIn } from './strategy-support.ts';

const task = 'How many words are in the France fact, doubled?';

const wholePlan = planText(
  ['E1', 'search', { q: 'france' }],
  ['E2', 'word_count', { text: '#E1' }],
  ['E3', 'multiply', { x: '#E2', y: 2 }],
);
const counting = planText(
  ['E1', 'word_count', { text: franceFact }],
  ['E2', 'multiply', { x: '#E1', y: 2 }],
);
const doubling = planText(['E1', 'multiply', { x: 8, y: 2 }]);

function run(replies: readonly string[], options: object) {
  const { tools, calls } = factTools();
  const model = scriptedModel(replies);
  const heard = recorder();
  const result = runPlanExecute({ task, tools, model, onEvent: heard.onEvent, ...options });
  return { result, model, calls, heard };
}

describe('the planning horizon', () => {
  it('N8: 1 performs one step and plans again with what it gave; a plan that is performed whole ends the run', async () => {
    const { result, model, calls, heard } = run([wholePlan, counting, doubling], { horizon: 1 });
    expect(await result).toMatchObject({
      stopReason: 'final',
      answer: 16,
      counts: { modelCalls: { planner: 3 } },
    });
    expect(calls).toEqual(['search', 'word_count', 'multiply']);
    expect(heard.notes('replan')).toEqual([]);
    expect(model.requests[0]!.system).toContain('The first step of a plan will be run.');
    expect(shownIn(model.requests[1]!)).toContain(
      `Observation (plan 1, E1): ${franceFact}\nNote: Not performed of plan 1: E2, E3.\n`,
    );
    expect(shownIn(model.requests[2]!)).toContain('Observation (plan 2, E1): 8\n');
  });

  it('N8: all is the default, and a horizon that no plan exceeds plans once', async () => {
    for (const options of [{}, { horizon: 'all' }, { horizon: 3 }]) {
      const { result, model } = run([wholePlan], options);
      expect((await result).counts.modelCalls).toEqual({ planner: 1 });
      model.assertComplete();
    }
  });

  it('N8: 2 performs two steps of a plan', async () => {
    const { result, calls } = run([wholePlan, doubling], { horizon: 2 });
    expect(await result).toMatchObject({ answer: 16, counts: { modelCalls: { planner: 2 } } });
    expect(calls).toEqual(['search', 'word_count', 'multiply']);
  });

  it('N8, N1: a plan that goes on is no replan: replans have their own allowance', async () => {
    const failing = planText(['E1', 'boom'], ['E2', 'search']);
    const replies = [wholePlan, failing, counting, doubling];
    const { result, heard } = run(replies, { horizon: 1, maxReplans: 1 });
    expect(await result).toMatchObject({ answer: 16, counts: { modelCalls: { planner: 4 } } });
    expect(heard.notes('replan')).toMatchObject([{ replan: 1, failed: 2 }]);
  });

  it('N8: a planner that never comes to an end is stopped with max_steps, within its bounds', async () => {
    const endless = Array.from({ length: 9 }, (_, n) =>
      planText(['E1', 'search', { q: String(n) }], ['E2', 'word_count', { text: '#E1' }]),
    );
    const options = { horizon: 1, maxTasks: 4, maxReplans: 0 };
    const { result, calls } = run(endless, options);
    const { stopReason, counts, bounds, partial } = await result;
    expect(stopReason).toBe('max_steps');
    expect(counts.modelCalls).toEqual({ planner: 5 });
    expect([bounds.perRole.planner, bounds.toolCalls, calls.length]).toEqual([5, 5, 5]);
    expect(partial.text).toContain('E2 of plan 5 (not performed)');
  });

  it.each([
    [{}, 3, 50],
    [{ maxReplans: 0 }, 1, 20],
    [{ horizon: 5 }, 3 + 4, 35],
    [{ horizon: 1, maxReplans: 1 }, 2 + 20, 22],
    [{ horizon: 7, maxTasks: 10, maxReplans: 0 }, 1 + 2, 21],
    [{ horizon: 10, maxTasks: 10, maxReplans: 0 }, 1, 10],
    [{ limits: { maxToolCalls: 4 } }, 3, 4],
    [{ limits: { maxToolCalls: 0 } }, 3, 0],
  ] as const)(
    'N1, N8: %j plans at most %i times and makes at most %i calls',
    (options, plans, calls) => {
      const bounds = planExecuteBounds({ tools: factTools().tools, ...options });
      expect([bounds.perRole.planner, bounds.toolCalls]).toEqual([plans, calls]);
    },
  );

  it('N1: a plan with more steps than the run may make tool calls is refused before anything runs', async () => {
    const { result, model, calls } = run([wholePlan, doubling], { limits: { maxToolCalls: 2 } });
    expect(await result).toMatchObject({ status: 'solved', answer: 16 });
    expect(calls).toEqual(['multiply']);
    expect(shownIn(model.requests[1]!)).toContain('The plan has 3 steps; at most 2 are allowed.');
  });
});

import type { Advisor } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { rewooBounds, runRewoo } from '../src/index.ts';
import {
  blocksOf,
  franceFact,
  francePlan,
  planText,
  readingRoom,
  step,
  wavesOf,
} from './support.ts';

const task = 'How many words are in the France fact, doubled?';
const { tools } = readingRoom();

describe('repairs', () => {
  const broken = planText(step('E1', 'ghost'));

  it('W1: a plan is written again within planRepairs; the problems are shown, the plan is not', async () => {
    const model = scriptedModel([broken, 'Observation: no plan', planText(...francePlan), '16']);
    const result = await runRewoo({ task, tools, model, planRepairs: 2 });
    expect(result).toMatchObject({
      answer: '16',
      counts: { modelCalls: { planner: 3, solver: 1 } },
    });
    const [first, second, third] = model.requests.map(blocksOf);
    expect(second?.slice(0, -1)).toEqual(first);
    expect(third?.slice(0, -1)).toEqual(second);
    expect(second?.at(-1)).toMatch(
      /^Note: The plan cannot be carried out: E1: unknown tool "ghost"/,
    );
    expect(second?.at(-1)).not.toContain(broken);
    expect(third?.at(-1)).not.toMatch(/^Observation:/m);
  });

  it('W1: when the repairs are used up the run ends with error', async () => {
    const model = scriptedModel([broken, broken, 'never asked']);
    const result = await runRewoo({ task, tools, model, planRepairs: 1 });
    expect(result).toMatchObject({ stopReason: 'error', counts: { modelCalls: { planner: 2 } } });
  });

  it('the bounds are known before, are in the result, and can be reached', async () => {
    const options = {
      task,
      tools,
      planRepairs: 1,
      answerRepairs: 2,
      maxTasks: 7,
      limits: { attempts: 2 },
    };
    const model = scriptedModel([broken, planText(step('E1', 'list')), '', '', '']);
    const bounds = rewooBounds(options);
    expect(bounds).toMatchObject({ modelCalls: 5, toolCalls: 7, attempts: 10 });
    const result = await runRewoo({ ...options, model });
    expect(result).toMatchObject({ stopReason: 'error', bounds });
    expect(result.counts.modelCalls).toEqual({ planner: 2, solver: 3 });
    expect(rewooBounds({ tools })).toMatchObject({
      modelCalls: 2,
      perRole: { planner: 1, solver: 1, critic: 0, reflector: 0 },
      toolCalls: 20,
    });
  });

  it('R3: an advisor with a model may speak once a step but the last; its notes reach no prompt', async () => {
    const advisor: Advisor = {
      name: 'a',
      role: 'critic',
      advise: async ({ think }) =>
        (await think({ system: 'You review.', messages: [] }, 'critic')).text,
    };
    const options = { task, tools, maxTasks: 3, advisors: [advisor] };
    const model = scriptedModel([planText(...francePlan), '16']);
    const critic = scriptedModel(['well', 'done']);
    const result = await runRewoo({ ...options, model, models: { critic } });
    expect(rewooBounds(options).perRole).toMatchObject({ critic: 2, reflector: 0 });
    expect(result.steps.map(({ notes }) => notes)).toEqual([['well'], ['done'], []]);
    expect(result.flags).toEqual([]);
    expect(blocksOf(model.requests[1]).join('')).not.toMatch(/well|Note:/);
  });
});

describe('limits', () => {
  it('R9: a plan with more steps than the run may make tool calls is refused before any of them', async () => {
    const room = readingRoom();
    const steps = Array.from({ length: 4 }, (_, n) => step(`E${n + 1}`, 'pay', { n }));
    const model = scriptedModel([planText(...steps)]);
    const result = await runRewoo({ task, tools: room.tools, model, limits: { maxToolCalls: 3 } });
    expect(result.reason).toContain('The plan has 4 steps; at most 3 are allowed');
    expect(room.paid).toEqual([]);
    expect(model.requests[0]?.system).toContain('at most 3.');
  });

  it('R9: where no tool call is allowed a plan of one step is made, and ends as budget', async () => {
    const model = scriptedModel([planText(step('E1', 'list')), 'never asked']);
    const result = await runRewoo({ task, tools, model, limits: { maxToolCalls: 0 } });
    expect(result).toMatchObject({ stopReason: 'budget', counts: { toolCalls: { ok: 0 } } });
  });

  it('R9: a budget that is used up by the planner ends the run before the first wave', async () => {
    const usage = { inputTokens: 90, outputTokens: 20, cachedInputTokens: null, costUsd: null };
    const model = scriptedModel([{ text: planText(step('E1', 'list')), usage }, 'never asked']);
    const result = await runRewoo({ task, tools, model, limits: { maxTokens: 100 } });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'budget' });
    expect(result.counts.toolCalls.ok).toBe(0);
  });

  it('R9: a guard of the caller ends the waves; what was found so far is told', async () => {
    const model = scriptedModel([planText(...francePlan), 'never asked']);
    const guard = () => ({
      name: 'mine',
      judge: ({ n }: { n: number }) =>
        n === 2
          ? ({ kind: 'stop', stopReason: 'unrecoverable', text: 'enough' } as const)
          : undefined,
    });
    const result = await runRewoo({ task, tools, model, guards: [guard] });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'unrecoverable' });
    expect(result.partial).toMatchObject({
      found: [franceFact, 8],
      subtasks: { done: 2, total: 3 },
    });
    expect(wavesOf(result.steps)).toEqual([['search'], ['word_count']]);
  });
});

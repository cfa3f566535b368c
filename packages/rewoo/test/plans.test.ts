import type { DurableEvent } from '@loopwright/agent-run';
import type { Plan } from '@loopwright/core-parser';
import { scriptedModel } from '@loopwright/providers/scripted';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planOnly, runPlan } from '../src/index.ts';
import { francePlan, planText, readingRoom, step, wavesOf } from './support.ts';

const task = 'How many words are in the France fact, doubled?';
const { tools } = readingRoom();

async function makeFrancePlan(): Promise<Plan> {
  const made = await planOnly({ task, tools, model: scriptedModel([planText(...francePlan)]) });
  if (made.status !== 'solved') throw new Error(made.reason);
  return made.answer;
}

describe('planOnly', () => {
  it('W1: makes a plan as data with one call and runs nothing of it', async () => {
    const room = readingRoom();
    const model = scriptedModel([planText(step('E1', 'pay', { eur: 5 }))]);
    const result = await planOnly({ task, tools: room.tools, model, answer: z.number() });
    expect(result).toMatchObject({
      status: 'solved',
      answer: { steps: [{ id: 'E1', tool: 'pay', args: { eur: 5 }, dependsOn: [] }] },
      counts: { modelCalls: { planner: 1 } },
      bounds: { modelCalls: 1, toolCalls: 0 },
      steps: [],
    });
    expect(room.paid).toEqual([]);
  });

  it('W1: a plan that cannot be carried out is no plan; repairs work', async () => {
    const refused = await planOnly({ task, tools, model: scriptedModel(['?']) });
    expect(refused).toMatchObject({ status: 'failed', stopReason: 'error' });
    const model = scriptedModel(['?', planText(...francePlan)]);
    expect(await planOnly({ task, tools, model, planRepairs: 1 })).toMatchObject({
      status: 'solved',
    });
  });
});

describe('runPlan', () => {
  it('W1: runs a plan that was made before, with one call of the solver', async () => {
    const model = scriptedModel(['Final Answer: 16']);
    const result = await runPlan(await makeFrancePlan(), { task, tools, model });
    expect(result).toMatchObject({
      status: 'solved',
      answer: '16',
      counts: { modelCalls: { solver: 1 }, toolCalls: { ok: 3 } },
      bounds: { modelCalls: 1, toolCalls: 3 },
    });
  });

  it('W1: unsolved it asks no model, and the last step gives the answer with its type', async () => {
    const events: DurableEvent[] = [];
    const onEvent = (event: DurableEvent) => void events.push(event);
    const result = await runPlan(await makeFrancePlan(), { task, tools, solve: false, onEvent });
    expect(result).toMatchObject({ status: 'solved', answer: 16, bounds: { modelCalls: 0 } });
    expect(result.reason).toBe('The last step of the plan gave the answer');
    expect(events.some(({ type }) => type === 'model')).toBe(false);
    expect(events.find(({ type }) => type === 'note')).toMatchObject({
      data: { waves: [['E1'], ['E2'], ['E3']] },
    });
    const answer = z.number().transform((words) => `${words} words`);
    const typed = await runPlan(await makeFrancePlan(), { task, tools, solve: false, answer });
    expect(typed).toMatchObject({ answer: '16 words' });
  });

  it.each([
    ['the last step', [step('E1', 'list'), step('E2', 'boom')], 'E2, boom: Error: HTTP 500'],
    [
      'a step that was needed',
      [step('E1', 'boom'), step('E2', 'list', { a: '#E1' }), step('E3', 'list')],
      'E1, boom: Error: HTTP 500 (because of it not started: E2)',
    ],
  ])('W3: unsolved and without %s there is no answer', async (_, steps, reason) => {
    const result = await runPlan({ steps }, { task, tools, solve: false });
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'incomplete_evidence', reason });
  });

  it('an edited plan runs by its arguments, whatever dependsOn still says', async () => {
    const plan = await makeFrancePlan();
    const [search, count] = plan.steps;
    const edited = {
      steps: [
        { ...count!, args: { text: '#E1' }, dependsOn: [] },
        search!,
        { id: 'E4', tool: 'multiply', args: { x: '#E2', y: 10 } },
        { id: 'E5', tool: 'list', args: {}, dependsOn: ['E4'], thought: 'At the end.' },
      ],
    };
    const result = await runPlan(edited, { task, tools, model: scriptedModel(['80']) });
    expect(result).toMatchObject({ status: 'solved', answer: '80' });
    expect(wavesOf(result.steps)).toEqual([['search'], ['word_count'], ['multiply'], ['list']]);
    expect(result.steps[3]?.thought).toBe('At the end.');
  });

  it('what is done to a plan while it runs changes nothing', async () => {
    const steps = [
      step('E1', 'search', { q: 'france' }),
      step('E2', 'word_count', { text: '#E1' }),
    ];
    const running = runPlan({ steps }, { task, tools, solve: false });
    steps[1]!.tool = 'boom';
    steps[0]!.args.q = 'other';
    expect(await running).toMatchObject({ answer: 8 });
  });

  it.each<[string, unknown, RegExp]>([
    ['no plan', undefined, /must be an object with a list "steps"/],
    ['no steps', { steps: [] }, /The plan has no steps/],
    ['no step in it', { steps: [null, 7] }, /Step 1: "id" must be a text\.\nStep 2: "id"/],
    ['a step without a tool', { steps: [{ id: 'E1', args: {} }] }, /E1: "tool" must be the name/],
    [
      'arguments that are a list',
      { steps: [{ id: 'E1', tool: 'list', args: [] }] },
      /E1: "args" must/,
    ],
    [
      'no list of ids',
      { steps: [{ ...step('E1', 'list'), dependsOn: 'E2' }] },
      /E1: "dependsOn" must/,
    ],
    [
      'several faults',
      {
        steps: [
          step('E1', 'ghost'),
          step('E1', 'list', { a: '#E9' }),
          step('E2', 'list', { a: '#E2' }),
        ],
      },
      /2 steps have this id[\s\S]*unknown tool "ghost"[\s\S]*#E9[\s\S]*E2/,
    ],
    [
      'too many steps',
      { steps: Array.from({ length: 21 }, (_, n) => step(`E${n}`, 'list')) },
      /at most 20/,
    ],
    ['very many faults', { steps: Array(30).fill({}) }, /There are 10 more problems\.$/],
  ])('W1: %s is refused before anything runs', async (_, plan, message) => {
    const model = scriptedModel([]);
    await expect(runPlan(plan as Plan, { task, tools, model })).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringMatching(message),
    });
    expect(model.requests).toEqual([]);
  });

  it('a plan with getters that throw is refused like any other', async () => {
    const plan = {
      get steps(): never {
        throw new Error('x');
      },
    };
    await expect(runPlan(plan, { task, tools, solve: false })).rejects.toMatchObject({
      code: 'invalid_option',
    });
  });
});

import type { DurableEvent } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runRewoo, startRewoo } from '../src/index.ts';
import { franceFact, francePlan, planText, readingRoom, step } from './support.ts';

const task = 'How many words are in the France fact, doubled?';
const { tools } = readingRoom();

describe('plan, perform, solve', () => {
  it('E4: the France question takes two model calls and three tool calls', async () => {
    const model = scriptedModel([planText(...francePlan), 'Final Answer: 16']);
    const result = await runRewoo({ task, tools, model });
    model.assertComplete();
    expect(result).toMatchObject({ status: 'solved', stopReason: 'final', answer: '16' });
    expect(result.counts).toMatchObject({
      modelCalls: { planner: 1, solver: 1 },
      toolCalls: { ok: 3, failed: 0, refused: 0 },
    });
    expect(result.steps.flatMap(({ observations }) => observations)).toMatchObject([
      { value: franceFact },
      { value: 8 },
      { value: 16 },
    ]);
    expect(result.partial.text).toMatch(/^16\.? Completed 3 of 3 subtasks\.$/);
  });

  it('W1: two model calls for a valid plan of 1 to 50 steps, whatever its shape', async () => {
    const plans = fc
      .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 50 })
      .map((needs) =>
        needs.map((earlier, index) => {
          const refs = index === 0 ? [] : earlier.map((each) => `#E${1 + (each % index)}`);
          return step(`E${index + 1}`, 'list', { refs });
        }),
      );
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 16 }), async (plan, maxCallsPerStep) => {
        const model = scriptedModel([planText(...plan), 'done']);
        const limits = { maxCallsPerStep, maxSteps: 1 };
        const result = await runRewoo({ task, tools, model, maxTasks: 50, limits });
        expect(result).toMatchObject({ status: 'solved', answer: 'done' });
        expect(result.counts.modelCalls).toEqual({ planner: 1, solver: 1 });
        expect(result.counts.toolCalls.ok).toBe(plan.length);
        for (const { calls } of result.steps) {
          expect(calls.length).toBeLessThanOrEqual(maxCallsPerStep);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('W1: whatever the models say, at most two calls are made and nothing is thrown', async () => {
    const parts = ['{"plan":', '[{"id":"E1","tool":"list","args":{}}]', '}', '#E1 = list[x]'];
    const more = ['1. list()', 'Final Answer:', 'Action: give_up', '\n', '"#E9"', '```', 'x'];
    const texts = fc
      .array(fc.constantFrom(...parts, ...more), { maxLength: 6 })
      .map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(texts, texts, async (first, second) => {
        const model = scriptedModel([first, second]);
        const result = await runRewoo({ task, tools, model });
        const { planner = 0, solver = 0 } = result.counts.modelCalls;
        expect([planner, model.requests.length]).toEqual([1, 1 + solver]);
        expect(result.steps.length > 0).toBe(solver === 1);
        expect(result.reason).not.toBe('');
        expect(result.partial.text).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['unreadable', 'I would search first and then count.', /No plan stands in the reply/],
    ['empty', '{"plan": []}', /The plan has no steps/],
    ['cut off', '{"plan": [{"id": "E1", "tool": "li', /breaks off/],
    [
      'a circle',
      planText(step('E1', 'list', { a: '#E2' }), step('E2', 'list', { a: '#E1' })),
      /E1/,
    ],
    ['a reference to nothing', planText(step('E1', 'list', { a: '#E7' })), /#E7 refers to no step/],
    [
      'two steps of one id',
      planText(step('E1', 'list'), step('E1', 'list')),
      /2 steps have this id/,
    ],
    [
      'too long',
      planText(...Array.from({ length: 21 }, (_, n) => step(`E${n}`, 'list'))),
      /at most 20/,
    ],
  ])('W1: a plan that is %s costs one call and ends with error', async (_, text, message) => {
    const model = scriptedModel([text, 'never asked']);
    const result = await runRewoo({ task, tools, model });
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toMatch(/^The plan cannot be carried out: /);
    expect(result.reason).toMatch(message);
    expect(result.counts.modelCalls).toEqual({ planner: 1 });
    expect(result.steps).toEqual([]);
  });

  it('REWOO-038: an unknown tool is found before anything is paid', async () => {
    const room = readingRoom();
    const model = scriptedModel([planText(step('E1', 'pay'), step('E2', 'ghost'))]);
    const result = await runRewoo({ task, tools: room.tools, model });
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toContain('E2: unknown tool "ghost". Tools: boom, list, multiply, pay');
    expect(room.paid).toEqual([]);
  });

  it('P6: all five forms are read; arguments without names get those of the tool', async () => {
    for (const text of [
      planText(...francePlan),
      'Plan: Look.\n#E1 = search[france]\nPlan: Count.\n#E2 = word_count[#E1]\n#E3 = multiply[{"x": "#E2", "y": 2}]',
      '1. search("france")\n2. word_count($1)\n3. multiply($2, 2)\n4. join()',
      '[{"name":"search","arguments":{"q":"france"},"label":"a"},{"name":"word_count","arguments":{"text":"$a$"},"label":"b"},{"name":"multiply","arguments":{"x":"$b$","y":2},"label":"c"}]',
      '{"steps":[{"step_number":1,"description":"France","tool_to_use":"list","depends_on":[]}]}',
    ]) {
      const model = scriptedModel([text, 'done']);
      const result = await runRewoo({ task, tools, model });
      expect(result).toMatchObject({ status: 'solved', counts: { toolCalls: { failed: 0 } } });
      if (!text.includes('steps"')) expect(result.partial.found.at(-1)).toBe(16);
    }
  });

  it('P6: a tool whose schema names no parameter gets an argument without a name as input', async () => {
    const model = scriptedModel(['#E1 = pay[the fee]\n#E2 = list[]', 'done']);
    const room = readingRoom();
    await runRewoo({ task, tools: room.tools, model });
    expect(room.paid).toEqual([{ input: 'the fee' }]);
  });

  it('R9: a refusal, a failed model and a cut-off plan end the run in their own words', async () => {
    const refused = await runRewoo({
      task,
      tools,
      model: scriptedModel([{ text: '', finish: 'refusal' }]),
    });
    expect(refused).toMatchObject({ status: 'failed', stopReason: 'refused' });
    const failed = await runRewoo({ task, tools, model: scriptedModel([]) });
    expect(failed).toMatchObject({ status: 'failed', stopReason: 'error' });
    const lines = { text: '1. search("france")', finish: 'length' as const };
    const cut = await runRewoo({ task, tools, model: scriptedModel([lines]) });
    expect(cut.reason).toContain('The reply was cut off');
  });

  it('the plan is told in an event, with its waves; every wave is a step', async () => {
    const events: DurableEvent[] = [];
    const model = scriptedModel([
      planText(
        step('E1', 'list'),
        ...francePlan.map((each) => ({ ...each, id: `F${each.id}`, args: {} })),
      ),
      'x',
    ]);
    const result = await runRewoo({ task, tools, model, onEvent: (event) => events.push(event) });
    const note = events.find((event) => event.type === 'note');
    expect(note).toMatchObject({
      name: 'plan',
      data: {
        steps: [{ id: 'E1', tool: 'list', args: {}, dependsOn: [] }, {}, {}, {}],
        waves: [['E1', 'FE1', 'FE2', 'FE3']],
      },
    });
    expect(result.steps).toHaveLength(1);
  });

  it('what the parser had to mend is a flag', async () => {
    const text = "<think>hm</think>{'plan': [{'id': 'E1', 'tool': 'list', 'args': {}}]}";
    const result = await runRewoo({ task, tools, model: scriptedModel([text, 'x']) });
    expect(result.flags.join()).toContain('plan: reasoning_removed');
    expect(result.flags.join()).toContain('plan: repaired');
  });

  it('models by role; a handle with events', async () => {
    const planner = scriptedModel([planText(step('E1', 'list'))], { id: 'large' });
    const solver = scriptedModel(['Final Answer: two'], { id: 'small' });
    const handle = startRewoo({
      task,
      tools,
      model: scriptedModel([]),
      models: { planner, solver },
    });
    const types: string[] = [];
    for await (const event of handle.events) if ('seq' in event) types.push(event.type);
    expect(await handle.result).toMatchObject({ answer: 'two' });
    expect(types).toEqual(['started', 'model', 'note', 'tool', 'step', 'model', 'finished']);
  });
});

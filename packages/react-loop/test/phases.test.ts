import { scriptedModel } from '@loopwright/providers/scripted';
import { createCritic } from '@loopwright/reflection';
import type { ToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Decide, decideByActor, type GoalCheck, runReact } from '../src/index.ts';
import { action, final, harbourTools } from './support.ts';

const task = 'How high is the tide at seven?';

describe('replaceable phases', () => {
  it('R5: a smaller model chooses the action for the thought of the bigger one', async () => {
    const model = scriptedModel(['I need the tide at seven.', 'That is the answer.']);
    const selector = scriptedModel([action('tide', { hour: 7 }), final('107')]);
    const result = await runReact({ task, tools: harbourTools().tools, model, selector });
    expect(result).toMatchObject({ status: 'solved', answer: '107' });
    expect(result.counts.modelCalls).toEqual({ actor: 2, selector: 2 });
    expect(JSON.stringify(selector.requests[0])).toContain('I need the tide at seven.');
  });

  it('R5: plain rules choose the action, without a call of their own', async () => {
    const model = scriptedModel(['tide 7', 'done']);
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model,
      selector: (thought, { steps }) =>
        thought.startsWith('tide')
          ? { kind: 'calls', thought, calls: [{ tool: 'tide', args: { hour: 7 } }], flags: [] }
          : { kind: 'final', thought, answer: steps[0]?.observations[0]?.text ?? '', flags: [] },
    });
    expect(result).toMatchObject({ answer: '107', counts: { modelCalls: { actor: 2 } } });
  });

  it('R5: the whole decision can be replaced, and is bounded by the allowance of the actor', async () => {
    const model = scriptedModel([action('tide', { hour: 7 }), final('108')]);
    const asked: number[] = [];
    const decide: Decide = async (context) => {
      asked.push(context.run.steps.length);
      const decision = await decideByActor(context);
      // Rules of the caller's own after the model has spoken.
      const { parsed } = decision;
      return parsed.kind === 'final'
        ? { ...decision, parsed: { ...parsed, answer: '107' } }
        : decision;
    };
    const result = await runReact({ task, tools: harbourTools().tools, model, decide });
    expect(result).toMatchObject({ status: 'solved', answer: '107' });
    expect(asked).toEqual([0, 1]);
    const greedy: Decide = async (context) => {
      await decideByActor(context);
      return decideByActor(context);
    };
    const busy = scriptedModel(Array(9).fill(action('tide', { hour: 7 })));
    const limits = { maxSteps: 3 };
    const bounded = await runReact({
      task,
      tools: harbourTools().tools,
      model: busy,
      decide: greedy,
      limits,
    });
    expect(bounded.status).not.toBe('solved');
    expect(busy.requests.length).toBe(3);
  });

  it('R5: the executor is whatever performs the calls: an object of your own will do', async () => {
    const { tools } = harbourTools();
    const performed: string[] = [];
    const recorded: ToolRegistry = {
      ...tools,
      perform(admitted, context) {
        if (admitted.ok) performed.push(admitted.tool.name);
        return tools.perform(admitted, context);
      },
    };
    const model = scriptedModel([action('tide', { hour: 7 }), final('107')]);
    const result = await runReact({ task, tools: recorded, model });
    expect(result).toMatchObject({ status: 'solved', counts: { toolCalls: { ok: 1 } } });
    expect(performed).toEqual(['tide']);
  });

  it('R5: the goal check decides when the run has what it needs', async () => {
    const model = scriptedModel([action('tide', { hour: 7 })]);
    const goal: GoalCheck = ({ observations }) =>
      observations[0]?.ok === true && { answer: `${observations[0].text} cm` };
    const result = await runReact({ task, tools: harbourTools().tools, model, goal });
    expect(result).toMatchObject({ stopReason: 'goal_achieved', answer: '107 cm' });
    expect(model.requests.length).toBe(1);
  });

  it('R6: the critic grades every step but the last, and the next thought reads it', async () => {
    const model = scriptedModel([action('radio', {}), action('tide', { hour: 7 }), final('107')]);
    const critic = scriptedModel([
      '{"on_track":false,"critique":"The radio is dead.","next_hint":"Use the tide table."}',
      '{"on_track":true,"critique":"","next_hint":""}',
    ]);
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model,
      models: { critic },
      advisors: [createCritic()],
      limits: { maxSteps: 3 },
    });
    expect(result.counts.modelCalls).toEqual({ actor: 3, critic: 2 });
    expect(result.steps[0]?.notes.join()).toContain('Use the tide table.');
    expect(JSON.stringify(model.requests[1])).toContain('Use the tide table.');
    critic.assertComplete();
  });

  it('R6: a critic that fails or babbles costs a flag, never the run', async () => {
    const model = scriptedModel([
      action('tide', { hour: 7 }),
      action('tide', { hour: 8 }),
      final('1'),
    ]);
    const critic = scriptedModel(['Looks fine to me!', new Error('critic is down')]);
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model,
      models: { critic },
      advisors: [createCritic()],
    });
    expect(result.status).toBe('solved');
    expect(result.flags.filter((flag) => flag.startsWith('critic: '))).toHaveLength(1);
  });

  it("an answer of the caller's type costs a step when it does not fit", async () => {
    const model = scriptedModel([final('much'), final('{"cm": 107}')]);
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model,
      answer: z.object({ cm: z.number() }),
    });
    expect(result.status === 'solved' && result.answer.cm).toBe(107);
    expect(result.steps[0]?.calls[0]?.unreadable).toMatch(/^answer_invalid: /);
    expect(result.counts.modelCalls).toEqual({ actor: 2 });
  });
});

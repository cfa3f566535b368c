import { fromPolicy } from '@loopwright/providers';
import { scriptedModel } from '@loopwright/providers/scripted';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reactBounds, runReact, startReact } from '../src/index.ts';
import { action, final, harbourTools } from './support.ts';

const task = 'How high is the tide at seven?';

describe('the loop', () => {
  it('R1: a plain function of the scratchpad can stand in for the model', async () => {
    const scratchpads: string[] = [];
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model: fromPolicy((scratchpad) => {
        scratchpads.push(scratchpad);
        return scratchpad.includes('Observation: 107')
          ? final('107 cm')
          : action('tide', { hour: 7 });
      }),
    });
    expect(result).toMatchObject({ status: 'solved', stopReason: 'final', answer: '107 cm' });
    expect(scratchpads[0]).toBe(`Task: ${task}\n`);
    expect(scratchpads[1]).toBe(
      `Task: ${task}\nThought: Next.\nAction: tide\nAction Input: {"hour":7}\nObservation: 107\n`,
    );
  });

  it('R2, R3: whatever the model says, the run ends within the step limit and calls equal steps', async () => {
    const fragments = [
      'Action: tide',
      'Action Input: {"hour":1}',
      'Final Answer:',
      '{',
      '"',
      'Thought: x',
      '\n',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.constantFrom(...fragments)).map((parts) => parts.join('\n')),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.integer({ min: 1, max: 7 }),
        async (texts, maxSteps) => {
          let calls = 0;
          const model = fromPolicy(() => texts[calls++ % texts.length]!);
          const result = await runReact({
            task,
            tools: harbourTools().tools,
            model,
            limits: { maxSteps },
            loop: false,
            progress: false,
            errorLimit: false,
          });
          expect(result.steps.length).toBeLessThanOrEqual(maxSteps);
          expect(result.counts.modelCalls).toEqual({ actor: calls });
          expect(result.steps.length).toBe(calls);
          expect(result.reason).not.toBe('');
          expect(result.partial.text).not.toBe('');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('R3: nothing but the actor is called unless it is switched on', async () => {
    const model = scriptedModel([action('radio', {}), action('tide', { hour: 7 }), final('107')]);
    const result = await runReact({ task, tools: harbourTools().tools, model });
    expect(result.counts.modelCalls).toEqual({ actor: 3 });
    expect(result.bounds.perRole).toEqual({
      actor: 10,
      selector: 0,
      critic: 0,
      reflector: 0,
      synthesiser: 0,
    });
    expect(result.counts.toolCalls).toEqual({ ok: 1, failed: 1, refused: 0, reused: 0 });
  });

  it('R7: give_up is degraded, with the partial answer and the reason in its words', async () => {
    const model = scriptedModel([
      action('tide', { hour: 7 }),
      action('give_up', { partial_answer: 'about a metre', reason: 'the radio is silent' }),
    ]);
    const result = await runReact({ task, tools: harbourTools().tools, model });
    expect(result).toMatchObject({
      status: 'degraded',
      stopReason: 'gave_up',
      reason: 'the radio is silent',
    });
    expect(result.partial.text).toBe('The model says: about a metre. Found tide(hour: 7): 107.');
    expect('answer' in result).toBe(false);
    expect(result.steps.map((step) => step.kind)).toEqual(['act', 'give_up']);
  });

  it('R7: a surrender without a word still has a reason and a partial text', async () => {
    const model = scriptedModel(['Action: give_up\nAction Input: {}']);
    const result = await runReact({ task, tools: harbourTools().tools, model });
    expect(result.reason).toBe('The model gave up');
    expect(result.partial.text).toBe('Nothing was found.');
  });

  it('R8: at the cap the best-so-far text is made from what was observed', async () => {
    let hour = 0;
    const model = fromPolicy(() => action('tide', { hour: hour++ }));
    const result = await runReact({
      task,
      tools: harbourTools().tools,
      model,
      limits: { maxSteps: 3 },
    });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'max_steps' });
    expect(result.partial.found).toEqual([100, 101, 102]);
    expect(result.partial.text).toBe(
      'Found tide(hour: 0): 100; tide(hour: 1): 101; tide(hour: 2): 102.',
    );
  });

  it('R8: one model call may write that text instead, and its failure falls back to the rules', async () => {
    const options = {
      task,
      tools: harbourTools().tools,
      limits: { maxSteps: 1 },
      synthesis: 'model',
    } as const;
    const script = [action('tide', { hour: 7 }), 'The tide was seen at 107 cm.'];
    const spoken = await runReact({ ...options, model: scriptedModel(script) });
    expect(spoken.partial.text).toBe(
      'Summary: The tide was seen at 107 cm. Found tide(hour: 7): 107.',
    );
    expect(spoken.counts.modelCalls).toEqual({ actor: 1, synthesiser: 1 });
    const silent = await runReact({ ...options, model: scriptedModel(script.slice(0, 1)) });
    expect(silent.partial.text).toBe('Found tide(hour: 7): 107.');
  });

  it('R9: the reasons that a loop can end for, each with its own', async () => {
    const { tools } = harbourTools();
    const ask = async (policy: (scratchpad: string) => string, more = {}) =>
      (await runReact({ task, tools, model: fromPolicy(policy), ...more })).stopReason;
    let n = 0;
    expect(await ask(() => final('x'))).toBe('final');
    expect(await ask(() => action('give_up', {}))).toBe('gave_up');
    expect(await ask(() => action('tide', { hour: n++ }), { limits: { maxSteps: 2 } })).toBe(
      'max_steps',
    );
    expect(await ask(() => action('tide', { hour: 7 }))).toBe('loop_detected');
    expect(await ask(() => action('radio', {}), { loop: false })).toBe('error_limit');
    expect(await ask(() => action('tide', { hour: 7 }), { loop: false })).toBe('no_progress');
    expect(await ask(() => action('tide', { hour: n++ }), { limits: { maxTokens: 1 } })).toBe(
      'budget',
    );
    expect(
      await ask(() => {
        throw new Error('down');
      }),
    ).toBe('error');
    const cancel = AbortSignal.abort();
    expect(await ask(() => final('x'), { cancel })).toBe('aborted');
  });

  it('R12: an early end names what was found, what was not, and which effects happened', async () => {
    const { tools, paid } = harbourTools();
    const model = scriptedModel([
      action('pay', { eur: 20 }),
      action('tide', { hour: 7 }),
      action('radio', {}),
    ]);
    const result = await runReact({ task, tools, model, limits: { maxSteps: 3 } });
    expect(paid).toEqual([20]);
    expect(result.partial.text).toBe(
      'Found pay(eur: 20): paid; tide(hour: 7): 107. Could not determine: radio() (Error). Was done: pay(eur: 20).',
    );
    expect(result.effects).toMatchObject([{ tool: 'pay', status: 'committed', args: { eur: 20 } }]);
  });

  it('R21: a model that doubts a right observation stays bounded and honest', async () => {
    const model = fromPolicy(() =>
      action('tide', { hour: 7 }, 'That cannot be right, I should check it again.'),
    );
    const result = await runReact({ task, tools: harbourTools().tools, model });
    expect(result).toMatchObject({ status: 'stopped', stopReason: 'loop_detected' });
    expect(result.steps.length).toBe(4);
    expect(result.partial.found).toEqual([107]);
  });

  it('starts with a handle whose events end with the run', async () => {
    const model = scriptedModel([action('tide', { hour: 7 }), final('107')]);
    const handle = startReact({ task, tools: harbourTools().tools, model });
    const types: string[] = [];
    for await (const event of handle.events) {
      if ('seq' in event) types.push(event.type);
    }
    expect(types).toEqual(['started', 'model', 'tool', 'step', 'model', 'step', 'finished']);
    expect((await handle.result).status).toBe('solved');
  });

  it('refuses bad options before anything runs', async () => {
    const model = scriptedModel([]);
    const { tools } = harbourTools();
    const run = (more: object) => runReact({ task, tools, model, ...more });
    await expect(run({ limits: { maxSteps: Infinity } })).rejects.toMatchObject({
      code: 'invalid_limit',
    });
    await expect(run({ limits: { maxSteps: 0 } })).rejects.toMatchObject({ code: 'invalid_limit' });
    await expect(run({ task: ' ' })).rejects.toMatchObject({ code: 'invalid_task' });
    await expect(run({ tools: [] })).rejects.toMatchObject({ code: 'invalid_option' });
    await expect(run({ remindEvery: 0.5 })).rejects.toMatchObject({ code: 'invalid_option' });
    expect(model.requests).toEqual([]);
  });

  it('publishes its bound before it runs', () => {
    const { tools } = harbourTools();
    const bounds = reactBounds({
      tools,
      limits: { maxSteps: 6, attempts: 2 },
      selector: scriptedModel([]),
      synthesis: 'model',
      advisors: [{ name: 'critic', role: 'critic', advise: () => undefined }],
    });
    expect(bounds.perRole).toEqual({
      actor: 6,
      selector: 6,
      critic: 5,
      reflector: 0,
      synthesiser: 1,
    });
    expect(bounds).toMatchObject({ modelCalls: 18, attempts: 36, toolCalls: 6, children: 0 });
  });
});

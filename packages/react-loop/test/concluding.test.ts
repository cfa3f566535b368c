import type { ModelRequest } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { jsonFormat, nativeFormat, reactBounds, runReact, textFormat } from '../src/index.ts';
import {
  blocksOf,
  called,
  calls,
  countingTool,
  expectPaired,
  runNative,
} from './native-support.ts';
import { action, final } from './support.ts';

const tide = () => countingTool('tide', ({ hour }) => 100 + Number(hour));
const ask = (hour: number) => calls(called('tide', { hour }));

describe('a text that a model writes after the end', () => {
  const synthesis = 'model' as const;

  it('R8: is asked for in the conversation of a native run, with its tools and without calls', async () => {
    const limits = { maxSteps: 2 };
    const opaque = 'signed';
    const script = [ask(7), { ...ask(8), opaque }, { text: 'At seven 107.', ...{} }];
    const { result, requests } = await runNative(script, [tide().tool], { synthesis, limits });
    expect(result).toMatchObject({ stopReason: 'max_steps', partial: { said: 'At seven 107.' } });
    expect(result.counts.modelCalls).toEqual({ actor: 2, synthesiser: 1 });
    const [, before, asked] = requests as [ModelRequest, ModelRequest, ModelRequest];
    expect(asked).toMatchObject({ toolChoice: 'none', system: before.system });
    expect(asked.tools).toBe(before.tools);
    expect(asked.messages.slice(0, before.messages.length)).toEqual(before.messages);
    expect(asked.messages.at(-3)).toMatchObject({ role: 'assistant', opaque });
    expect(blocksOf(asked).at(-1)).toMatch(/^Note: The run has ended .* Do not guess\.\n$/);
  });

  it('R8: sees the step that a guard ended the run in', async () => {
    const stopWhen = { high: () => true };
    const { requests } = await runNative([ask(7), 'x'], [tide().tool], { synthesis, stopWhen });
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });

  it('R8: sees the turn whose calls the limit refused, each with its result', async () => {
    const limits = { maxToolCalls: 1 };
    const script = [ask(7), calls(called('tide', { hour: 1 }), called('tide', { hour: 2 })), 'x'];
    const { result, requests } = await runNative(script, [tide().tool], { synthesis, limits });
    expect(result.stopReason).toBe('budget');
    expect(result.partial.said).toBe('x');
    const { messages } = requests.at(-1)!;
    expectPaired(messages);
    const turn = ['assistant', 'tool'];
    expect(messages.map(({ role }) => role)).toEqual(['user', ...turn, ...turn, 'tool', 'user']);
    expect(messages.at(-1)).toHaveProperty('blocks.length', 1);
  });

  it('R8: a call in it is not made, and flagged', async () => {
    const { tool, seen } = tide();
    const limits = { maxSteps: 1 };
    const script = [ask(7), { ...ask(8), text: 'so far' }];
    const { result } = await runNative(script, [tool], { synthesis, limits });
    expect(seen).toEqual([{ hour: 7 }]);
    expect(result.partial.said).toBe('so far');
    expect(result.flags).toContain('synthesis: 1 calls in the concluding reply were not made');
  });

  it('R5: another model gets nothing that only the first one can read', async () => {
    const synthesiser = scriptedModel(['x']);
    const script = [{ ...ask(7), opaque: 'signed' }];
    const options = { synthesis, limits: { maxSteps: 1 }, models: { synthesiser } };
    await runNative(script, [tide().tool], options);
    expect(JSON.stringify(synthesiser.requests)).not.toContain('signed');
    expect(synthesiser.requests[0]?.toolChoice).toBe('none');
  });
});

describe('concludeAtLimit', () => {
  const concluding = { concludeAtLimit: true, limits: { maxSteps: 2 } };

  it('R2: the last native request says that it is the last one and forbids calls', async () => {
    const { result, requests } = await runNative([ask(7), '107 cm'], [tide().tool], concluding);
    expect(result).toMatchObject({ status: 'solved', answer: '107 cm' });
    expect(requests[0]?.toolChoice).toBeUndefined();
    expect(requests[1]?.toolChoice).toBe('none');
    expect(requests[1]?.tools).toBe(requests[0]?.tools);
    expect(blocksOf(requests[1]!).at(-1)).toContain('This is the last step');
  });

  it('R7: a surrender can be written where calls are forbidden', async () => {
    const text = '{"action": "give_up", "action_input": {"partial_answer": "p", "reason": "r"}}';
    const { result } = await runNative([ask(7), text], [tide().tool], concluding);
    expect(result).toMatchObject({ status: 'degraded', stopReason: 'gave_up', reason: 'r' });
  });

  it('R2: a call that comes all the same is refused', async () => {
    const { tool, seen } = tide();
    const { result } = await runNative([ask(7), ask(8)], [tool], concluding);
    expect(result).toMatchObject({ stopReason: 'max_steps', counts: { modelCalls: { actor: 2 } } });
    expect(seen).toEqual([{ hour: 7 }]);
    expect(result.steps[1]?.calls).toMatchObject([{ unreadable: 'the last step makes no call' }]);
    expect(result.partial.missing).toEqual(['tide(hour: 8) (UnreadableCall)']);
    expect(result.partial.text).toContain('Could not determine: tide(hour: 8)');
  });

  it.each([
    ['text', textFormat, action('tide', { hour: 7 }), final('107')],
    [
      'json',
      jsonFormat,
      '{"action":"tide","action_input":{"hour":7}}',
      '{"action":"final","action_input":{"answer":"107"}}',
    ],
  ])('R2: the last prompt of the %s form says so, too', async (_, format, first, last) => {
    const model = scriptedModel([first, last]);
    const tools = createToolRegistry({ tools: [tide().tool] });
    const result = await runReact({ task: 'T', model, tools, format, ...concluding });
    expect(result).toMatchObject({ status: 'solved', answer: '107' });
    expect(blocksOf(model.requests[1]!).at(-1)).toMatch(/^Note: This is the last step/);
    expect(blocksOf(model.requests[0]!).join('')).not.toContain('last step');
  });

  it('R3: changes no bound', () => {
    const tools = createToolRegistry({ tools: [tide().tool] });
    const bounds = reactBounds({ tools, format: nativeFormat, limits: { maxSteps: 2 } });
    expect(bounds).toMatchObject({ modelCalls: 2, toolCalls: 32 });
  });
});

import { describe, expect, it } from 'vitest';
import { parseReactStep, parseStep } from '../src/index.ts';

const tools = ['lookup', 'save', 'Web Search'];
const call = 'Action: lookup\nAction Input: {"item": "tea"}';

describe('an action announced in words before the call', () => {
  it('P2: belongs to the thought when the tools are known', () => {
    for (const announcement of [
      'Action:\nI will call the "lookup" tool with these arguments:\n- item: "tea"',
      'Action:\n1. Call the tool.\n2. Read the price.',
      'Action:\n- Call lookup to find the price.',
      'Action: Call the \'lookup\' tool, {"item": "tea"} being its input.',
      'Action: First, I look up the price.\n\nAction: Then I call the tool.',
    ]) {
      const text = `Thought: the price\n${announcement}\n${call}`;
      const step = parseReactStep(text, { tools });
      expect(step, text).toMatchObject({ kind: 'action', tool: 'lookup', args: { item: 'tea' } });
      expect(step.thought, text).toMatch(/^the price\n/);
      expect(step.thought, text).not.toMatch(/^Action:/m);
      expect(parseStep(text, { tools }), text).toEqual({ form: 'text', step });
    }
  });

  it('P2: the whole of it is kept', () => {
    const step = parseReactStep(`Action: I will call it:\n- item: tea\n${call}`, { tools });
    expect(step).toMatchObject({ thought: 'I will call it:\n- item: tea', flags: [] });
  });

  it('P4: without the names of the tools it is one of several actions', () => {
    const text = `Action: I will call the lookup.\n${call}`;
    expect(parseReactStep(text)).toMatchObject({ code: 'multiple_actions' });
  });

  it('P4: what may be a call of its own is none', () => {
    for (const action of [
      'Action: save',
      'Action: wipe',
      'Action: `save`',
      'Action: save the price',
      'Action: Save the price',
      'Action: Web Search',
      'Action: Web Search (for tea)',
      'Action: save({"item": "tea"}, 3)',
      'Action: save["tea", 3]',
      'Action: {"action": "save", "action_input": {}}',
      'Action:\n```json\n{ "action": "save" }\n```',
      'Action: Final Answer',
      'Action: give up',
      'Action: None needed',
      'Action: <save> <item>tea</item>',
    ]) {
      const text = `${action}\n${call}`;
      expect(parseReactStep(text, { tools }), text).toMatchObject({ code: 'multiple_actions' });
      expect(parseStep(text, { tools }).step, text).toMatchObject({ kind: 'parse_error' });
    }
  });

  it('P4: only before the call, with one call of a tool, and without an input of its own', () => {
    const words = 'Action: I will call the lookup.';
    for (const text of [
      `${call}\n${words}`,
      `${words}\n${call}\n${call}`,
      `${words}\n${call.replace('lookup', 'wipe')}`,
      `${words}\nAction Input: {}\n${call}`,
      `${words}\nAction: lookup`,
    ]) {
      expect(parseReactStep(text, { tools }), text).toMatchObject({ code: 'multiple_actions' });
    }
  });

  it('P4: alone it is an action without input, also for parseStep', () => {
    const text = 'Thought: the price\nAction: I will call the lookup.';
    const error = { code: 'missing_action_input' };
    expect(parseReactStep(text, { tools })).toMatchObject(error);
    expect(parseStep(text, { tools })).toMatchObject({ form: 'text', step: error });
  });

  it('P2: the call behind it may be in another form', () => {
    const words = 'Action: I will call the tool.';
    for (const text of [
      `${words}\n{"action": "lookup", "action_input": {"item": "tea"}}`,
      `${words}\nAction 1: lookup[tea]`,
    ]) {
      expect(parseStep(text, { tools }).step, text).toMatchObject({
        kind: 'action',
        tool: 'lookup',
      });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { parseJsonStep } from '../src/index.ts';

describe('parseJsonStep', () => {
  it('P5: reads a call of a tool, with the text of its arguments', () => {
    const text = '{"thought": "price?", "action": "lookup", "action_input": {"item":  "tea"}}';
    expect(parseJsonStep(text)).toEqual({
      kind: 'action',
      thought: 'price?',
      tool: 'lookup',
      args: { item: 'tea' },
      rawArgs: '{"item":  "tea"}',
      repaired: false,
      flags: [],
    });
  });

  it('P5: tolerates fences and prose around the step', () => {
    const step = '{"thought": "x", "action": "lookup", "action_input": {}}';
    for (const text of [
      `\`\`\`json\n${step}\n\`\`\``,
      `\`\`\`\n${step}\n\`\`\`\n`,
      `Here it is: ${step}`,
      `With the format {"thought", "action"} I write:\n\`\`\`json\n${step}\n\`\`\``,
      `Facts: {"k": 1}. ${step}`,
    ]) {
      expect(parseJsonStep(text), text).toMatchObject({
        kind: 'action',
        tool: 'lookup',
        flags: [],
      });
    }
    expect(parseJsonStep(`${step}\nDone.`)).toMatchObject({ flags: ['text_after_input'] });
  });

  it('P5: absent, null or empty action_input is {}', () => {
    for (const input of [
      '',
      ', "action_input": null',
      ', "action_input": ""',
      ', "action_input": {}',
    ]) {
      const step = parseJsonStep(`{"thought": "x", "action": "now"${input}}`);
      expect(step, input).toMatchObject({ kind: 'action', tool: 'now', args: {} });
    }
  });

  it('P5: arguments beside an absent action_input are not silently left out', () => {
    const step = parseJsonStep('{"thought": "x", "action": "lookup", "item": "tea"}');
    expect(step).toMatchObject({ code: 'missing_action_input' });
    expect(step).toHaveProperty('message', expect.stringContaining('"item"'));
  });

  it('P5: further members beside action_input do no harm', () => {
    const step = parseJsonStep('{"action": "now", "action_input": {}, "confidence": 0.9}');
    expect(step).toMatchObject({ kind: 'action', tool: 'now', args: {}, thought: '' });
    const nested = parseJsonStep(
      '{"action": "now", "action_input": {"a": 1}, "meta": {"action_input": {"b": 2}}}',
    );
    expect(nested).toMatchObject({ args: { a: 1 }, rawArgs: '{"a": 1}' });
  });

  it('P5: a string that is the JSON of an object is that object', () => {
    const text = JSON.stringify({ action: 'lookup', action_input: '{"item": "tea"}' });
    expect(parseJsonStep(text)).toMatchObject({
      kind: 'action',
      args: { item: 'tea' },
      rawArgs: '{"item": "tea"}',
      repaired: true,
    });
  });

  it('P4: any other action_input is not_object', () => {
    for (const input of ['tea', [1], 42, true, 'see {"item": "tea"}', '{"item": "tea"} please']) {
      const text = JSON.stringify({ action: 'lookup', action_input: input });
      expect(parseJsonStep(text), text).toMatchObject({ code: 'not_object' });
    }
  });

  it('P5: an answer may stand in final_answer', () => {
    expect(parseJsonStep('{"thought": "x", "final_answer": {"total": 1}}')).toMatchObject({
      kind: 'final',
      thought: 'x',
      answer: { total: 1 },
    });
    expect(parseJsonStep('{"action": null, "final_answer": "1"}')).toMatchObject({
      kind: 'final',
      answer: '1',
    });
  });

  it('P3: action and final_answer at once is an error; a null or empty one does not count', () => {
    const both = parseJsonStep('{"action": "a", "action_input": {}, "final_answer": "1"}');
    expect(both).toMatchObject({ code: 'both_action_and_final' });
    for (const empty of ['null', '""']) {
      const step = parseJsonStep(`{"action": "a", "action_input": {}, "final_answer": ${empty}}`);
      expect(step).toMatchObject({ kind: 'action', tool: 'a' });
    }
  });

  it('P4: several steps are multiple_actions, and none of them is chosen', () => {
    const step = '{"action": "a", "action_input": {}}';
    expect(parseJsonStep(`${step}\n${step}`)).toMatchObject({ code: 'multiple_actions' });
    expect(parseJsonStep(`${step} {"k": 1} {"final_answer": "x"}`)).toMatchObject({
      code: 'multiple_actions',
    });
    expect(parseJsonStep(`${step}\nor\n\`\`\`json\n${step}\n\`\`\``)).toMatchObject({
      code: 'multiple_actions',
    });
    for (const broken of ['{"action": "b", "action_input": {"q": ', '{"k": 1 "action": "b"}']) {
      const after = parseJsonStep(`${step}\n${broken}`);
      expect(after, broken).toMatchObject({ code: 'multiple_actions' });
      const before = parseJsonStep(`So: ${broken}\n\`\`\`json\n${step}\n\`\`\``);
      expect(before, broken).toMatchObject({ code: 'multiple_actions' });
    }
    expect(parseJsonStep(`${step}\n{"k": 1}`)).toMatchObject({
      kind: 'action',
      flags: ['text_after_input'],
    });
  });

  it('P3: what stands after a line Observation: never counts', () => {
    const step = '{"action": "a", "action_input": {}}';
    expect(
      parseJsonStep(`${step}\nObservation: {"k": 1}\n{"action": "final", "action_input": "1"}`),
    ).toMatchObject({
      kind: 'action',
      tool: 'a',
      flags: ['invented_observation'],
    });
    expect(parseJsonStep(`Observation: 3\n${step}`)).toMatchObject({
      code: 'no_anchor',
      flags: ['invented_observation'],
    });
  });

  it('P3: the word inside a string is no observation', () => {
    const text = '{"action": "a", "action_input": {"text": "x\nObservation: y"}}';
    expect(parseJsonStep(text)).toMatchObject({ kind: 'action', repaired: true, flags: [] });
  });

  it('P4: no object, no step in it, or no name, each with its code', () => {
    const codes: Record<string, string> = {
      '': 'empty',
      'I do not know.': 'not_json',
      '42': 'not_object',
      '[{"action": "a"}]': 'not_object',
      '{"answer": "42"}': 'no_anchor',
      '{"thought": "x"}': 'no_anchor',
      '{"action": {"name": "a"}}': 'missing_action_name',
      '{"action": "", "action_input": {}}': 'missing_action_name',
      '{"action": null}': 'missing_action_name',
      '{"action": "None", "action_input": {}}': 'not_a_tool',
      '{"action": "a", "action_input": {"q": 1, "q": 2}}': 'duplicate_key',
      '{"action": "a", "action_input": {"__proto__": 1}}': 'forbidden_key',
      '{"action": "a", "action_input": {"q": "x': 'truncated',
    };
    for (const [text, code] of Object.entries(codes)) {
      expect(parseJsonStep(text), text).toMatchObject({ kind: 'parse_error', code });
    }
    expect(parseJsonStep('x'.repeat(1_000_001))).toMatchObject({ code: 'too_large' });
  });

  it('P4: in a completion that was cut off, what cannot be read is truncated', () => {
    expect(parseJsonStep('I will now', { truncated: true })).toMatchObject({ code: 'truncated' });
    expect(parseJsonStep('{"action": "now"}', { truncated: true })).toMatchObject({
      kind: 'action',
    });
  });

  it('leading reasoning is removed', () => {
    const step = parseJsonStep('<think>{"action": "drop"}</think>{"action": "now"}');
    expect(step).toMatchObject({ kind: 'action', tool: 'now', flags: ['reasoning_removed'] });
  });

  it('a decorated name resolves to a tool of the run', () => {
    const step = parseJsonStep('{"action": "`now`"}', { tools: ['now'] });
    expect(step).toMatchObject({ tool: 'now', flags: ['name_normalised'] });
  });

  it('what is not a string is read as an empty reply', () => {
    expect(parseJsonStep(null as unknown as string)).toMatchObject({ code: 'empty' });
  });
});

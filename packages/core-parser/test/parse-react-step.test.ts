import { describe, expect, it } from 'vitest';
import { parseJsonStep, parseReactStep, type ReactStep } from '../src/index.ts';

/** The reading of a text that must be an error, as its code. */
function codeOf(step: ReactStep): string {
  return step.kind === 'parse_error' ? step.code : `no error but ${step.kind}`;
}

describe('parseReactStep', () => {
  it('P1: reads a call of a tool', () => {
    const step = parseReactStep(
      'Thought: I need the price.\nAction: lookup\nAction Input: {"item": "tea"}',
    );
    expect(step).toEqual({
      kind: 'action',
      thought: 'I need the price.',
      tool: 'lookup',
      args: { item: 'tea' },
      rawArgs: '{"item": "tea"}',
      repaired: false,
      flags: [],
    });
  });

  it('P1: reads a final answer of several lines', () => {
    const step = parseReactStep('Thought: I know.\nFinal Answer: Two parts:\n\n- tea\n- milk\n');
    expect(step).toEqual({
      kind: 'final',
      thought: 'I know.',
      answer: 'Two parts:\n\n- tea\n- milk',
      repaired: false,
      flags: [],
    });
  });

  it('P1: says when the arguments had to be repaired', () => {
    const step = parseReactStep("Action: lookup\nAction Input: {'item': 'tea',}");
    expect(step).toMatchObject({ kind: 'action', args: { item: 'tea' }, repaired: true });
  });

  it('P2: does without "Thought:"; the text before the first label is the thought', () => {
    const step = parseReactStep('I need the price.\nAction: lookup\nAction Input: {}');
    expect(step).toMatchObject({ kind: 'action', thought: 'I need the price.' });
  });

  it('P2: joins several thoughts before the action', () => {
    const step = parseReactStep('Thought: one\nThought: two\nAction: lookup\nAction Input: {}');
    expect(step).toMatchObject({ thought: 'one\ntwo' });
  });

  it('P2: white space and line ends do not matter', () => {
    const step = parseReactStep(
      '  Thought:  look it up \r\n\r\n\tAction :   lookup  \r\n  Action   Input :\r\n\r\n{"item":\r\n "tea"}  \r\n',
    );
    expect(step).toMatchObject({
      kind: 'action',
      thought: 'look it up',
      tool: 'lookup',
      args: { item: 'tea' },
      flags: [],
    });
  });

  it('P2: takes the first line of the action name only', () => {
    const step = parseReactStep('Action: lookup\nwhich finds prices\nAction Input: {}');
    expect(step).toMatchObject({ kind: 'action', tool: 'lookup' });
  });

  it('P2: the name may stand on the line below its label', () => {
    const step = parseReactStep('Action:\n  lookup\nAction Input:\n  {"item": "tea"}');
    expect(step).toMatchObject({ kind: 'action', tool: 'lookup', args: { item: 'tea' } });
  });

  it('P3: an answer comes before an action, whichever stands first', () => {
    const actionFirst = 'Action: lookup\nAction Input: {}\nFinal Answer: 42';
    const answerFirst = 'Final Answer: 42\nAction: lookup\nAction Input: {}';
    expect(parseReactStep(actionFirst)).toMatchObject({
      kind: 'final',
      answer: '42',
      flags: ['action_ignored_after_final'],
    });
    expect(parseReactStep(answerFirst)).toMatchObject({
      kind: 'final',
      answer: '42\nAction: lookup\nAction Input: {}',
      flags: ['action_ignored_after_final'],
    });
  });

  it('P4: neither label present is no_anchor, and the text is never an answer', () => {
    const step = parseReactStep('The price of tea is 3.');
    expect(codeOf(step)).toBe('no_anchor');
    expect(step).toMatchObject({ thought: '', flags: [] });
  });

  it('P4: an action without input is missing_action_input, and the message says what to write', () => {
    for (const text of [
      'Action: lookup',
      'Action: lookup\nAction Input:',
      'Action: lookup\nThought: x',
    ]) {
      const step = parseReactStep(text);
      expect(step).toMatchObject({ kind: 'parse_error', code: 'missing_action_input' });
      expect(step).toHaveProperty('message', expect.stringMatching(/Action Input:.*JSON object/));
    }
  });

  it('P4: an input before its action does not count as its input', () => {
    expect(codeOf(parseReactStep('Action Input: {}\nAction: lookup'))).toBe('missing_action_input');
  });

  it('P4: input that is no JSON is not_json', () => {
    expect(codeOf(parseReactStep('Action: lookup\nAction Input: tea'))).toBe('not_json');
  });

  it('P4: JSON that is no object is not_object', () => {
    for (const input of ['"tea"', '[1, 2]', '42', 'null', 'true', '[{"item": "tea"}]']) {
      expect(codeOf(parseReactStep(`Action: lookup\nAction Input: ${input}`)), input).toBe(
        'not_object',
      );
    }
  });

  it('P4: an action without a name is missing_action_name', () => {
    const texts = [
      'Action:\nAction Input: {}',
      'Action Input: {"item": "tea"}',
      'Action: {"name": "lookup"}\nAction Input: {}',
      'Action:\n```\n{"action": "lookup", "action_input": {}}\n```',
    ];
    for (const text of texts)
      expect(codeOf(parseReactStep(text)), text).toBe('missing_action_name');
  });

  it('P4: several actions are multiple_actions, and none of them is chosen', () => {
    const texts = [
      'Action: a\nAction Input: {}\nAction: b\nAction Input: {}',
      'Action: a\nAction: b\nAction Input: {}',
      'Action: a\nAction Input: {}\nAction Input: {}',
    ];
    for (const text of texts) expect(codeOf(parseReactStep(text)), text).toBe('multiple_actions');
  });

  it('P4: an empty reply or an empty answer is empty', () => {
    for (const text of ['', ' \n\t\n', 'Final Answer:', 'Thought: x\nFinal Answer:  \n']) {
      expect(codeOf(parseReactStep(text)), JSON.stringify(text)).toBe('empty');
    }
  });

  it('P4: a reply beyond the size limit is too_large', () => {
    expect(codeOf(parseReactStep(`Final Answer: ${'x'.repeat(1_000_000)}`))).toBe('too_large');
  });

  it('P1: what is not a string is read as an empty reply', () => {
    for (const value of [undefined, null, 42, {}, []]) {
      expect(codeOf(parseReactStep(value as unknown as string))).toBe('empty');
    }
  });

  it('text after the input is flagged and not read', () => {
    const step = parseReactStep('Action: lookup\nAction Input: {"item": "tea"}\nThat is all.');
    expect(step).toMatchObject({ kind: 'action', flags: ['text_after_input'] });
  });

  it('members that a brace too many cuts off are an error and not left out', () => {
    const step = parseReactStep('Action: lookup\nAction Input: {"item": "tea"}, "size": 2}');
    expect(codeOf(step)).toBe('not_json');
  });

  it('lines inside the JSON input that look like labels belong to the input', () => {
    const step = parseReactStep(
      "Action: create\nAction Input: {\n  task: 'tidy',\n  action: 'add',\n  note: 'one\nFinal Answer: two'\n}",
    );
    expect(step).toMatchObject({
      kind: 'action',
      args: { task: 'tidy', action: 'add', note: 'one\nFinal Answer: two' },
    });
  });
});

describe('parseReactStep: the invented observation (decision 1)', () => {
  it('P3: what stands after the first line Observation: never counts', () => {
    const step = parseReactStep(
      'Action: lookup\nAction Input: {}\nObservation: 3\nThought: so\nFinal Answer: 3',
    );
    expect(step).toMatchObject({ kind: 'action', tool: 'lookup', flags: ['invented_observation'] });
  });

  it('P3: an observation invented under a near label, or under none, is never the ground of an answer', () => {
    const invented = [
      'Observation (lookup): 47',
      'Observations: 47',
      'OBSERVATIONS 2: 47',
      'Observation = 47',
      'Observation[1]: 47',
      '**Observation (lookup)**: 47',
      'Observation\n47',
      '<observation>47</observation>',
      'Tool Result: 47',
      '- Observation: 47',
      'Thought: the tool says 47',
    ];
    for (const lines of invented) {
      const text = `Action: lookup\nAction Input: {}\n${lines}\nFinal Answer: 47`;
      const step = parseReactStep(text);
      expect(step, lines).toMatchObject({ kind: 'action', tool: 'lookup', args: {} });
      expect(step.flags, lines).toHaveLength(1);
      expect(['invented_observation', 'text_after_input'], lines).toContain(step.flags[0]);
      const fenced = text.replace('{}', '\n```json\n{}\n```');
      expect(parseReactStep(fenced), lines).toMatchObject({ kind: 'action', tool: 'lookup' });
    }
  });

  it('P3: a near label ends the completion, also before a second action', () => {
    const text =
      'Action: a\nAction Input: {}\nObservations (a): 4\nAction: b\nAction Input: {}\nFinal Answer: 4';
    expect(parseReactStep(text)).toMatchObject({ tool: 'a', flags: ['invented_observation'] });
  });

  it('P3: several actions, with whatever between them, are still several before an answer', () => {
    const text =
      'Action: a\nAction Input: {}\nResult: 4\nAction: b\nAction Input: {}\nFinal Answer: 4';
    expect(codeOf(parseReactStep(text))).toBe('multiple_actions');
  });

  it('P3: an answer that follows an input at once, or an action that asks for no tool, is the answer', () => {
    for (const text of [
      'Action: a\nAction Input: {}\n\n \nFinal Answer: 42',
      'Action: None\nAction Input: {}\nThought: I know it\nFinal Answer: 42',
      'Action: a\nAction Input: none\nThought: I know it\nFinal Answer: 42',
    ]) {
      expect(parseReactStep(text), text).toMatchObject({ kind: 'final', answer: '42' });
    }
  });

  it('a near label is a heading in an answer, and in a thought before any action', () => {
    const answer = 'Findings:\nObservations: it rains\nObservation (north) = dry';
    expect(parseReactStep(`Final Answer: ${answer}`)).toMatchObject({ answer, flags: [] });
    const step = parseReactStep('Observations: none yet\nAction: a\nAction Input: {}');
    expect(step).toMatchObject({ kind: 'action', thought: 'Observations: none yet', flags: [] });
  });

  it('a near label inside an input, or before a step in the JSON form, cuts nothing', () => {
    const note = 'Action: save\nAction Input: {"note": "today\nObservations: rain"}';
    expect(parseReactStep(note)).toMatchObject({ args: { note: 'today\nObservations: rain' } });
    const json = parseJsonStep('Observations: none yet\n{"action": "a", "action_input": {}}');
    expect(json).toMatchObject({ kind: 'action', tool: 'a' });
  });

  it('P3: an answer is cut there as well', () => {
    const step = parseReactStep('Final Answer: 3\nObservation: the user is happy');
    expect(step).toMatchObject({ kind: 'final', answer: '3', flags: ['invented_observation'] });
  });

  it('P3: it ends the completion also inside a fence of a thought', () => {
    const step = parseReactStep(
      'Thought: as before\n```\nAction: lookup\nObservation: 3\n```\nFinal Answer: 3',
    );
    expect(codeOf(step)).toBe('no_anchor');
    expect(step.flags).toEqual(['invented_observation']);
  });

  it('a closed fence of the answer may quote one, an open fence may not', () => {
    const closed = parseReactStep('Final Answer: like this:\n```\nObservation: 3\n```\nDone.');
    expect(closed).toMatchObject({
      kind: 'final',
      answer: 'like this:\n```\nObservation: 3\n```\nDone.',
      flags: [],
    });
    const twice = parseReactStep('Final Answer:\n```\nObservation: 3\n```\n```\nopen');
    expect(twice).toMatchObject({ answer: '```\nObservation: 3\n```\n```\nopen', flags: [] });
    const open = parseReactStep('Final Answer: like this:\n```\nObservation: 3\nFinal Answer: 4');
    expect(open).toMatchObject({ answer: 'like this:\n```', flags: ['invented_observation'] });
  });

  it('the word in the middle of a line is no observation', () => {
    const step = parseReactStep('Final Answer: My Observation: it rains.');
    expect(step).toMatchObject({ kind: 'final', answer: 'My Observation: it rains.', flags: [] });
  });

  it('it cuts an input that was still open', () => {
    const step = parseReactStep('Action: a\nAction Input: {"q": "x\nObservation: y"}');
    expect(codeOf(step)).toBe('truncated');
    const comment = parseReactStep('Action: a\nAction Input: {/* x\nObservation: */ "q": "x"}');
    expect(codeOf(comment)).toBe('truncated');
  });
});

describe('parseReactStep: a completion cut off by the token limit', () => {
  const truncated = true;

  it('what is missing is reported as truncated', () => {
    const texts = [
      'Thought: I wonder',
      'Thought: x\nAction:',
      'Thought: x\nAction: loo',
      'Action: lookup\nAction Input: {"item": "te',
      'Action: lookup\nAction Input: {"item": tr',
      'Action: lookup\nAction Input: tea',
      'Action: final\nAction Input: the price',
      'Action: give_up',
      'Final Answer: the price is',
    ];
    for (const text of texts) {
      expect(codeOf(parseReactStep(text, { truncated })), text).toBe('truncated');
    }
  });

  it('an open object is truncated even when nobody says that the text was cut', () => {
    expect(codeOf(parseReactStep('Action: a\nAction Input: {"q": {"r": 1}'))).toBe('truncated');
  });

  it('a complete call stays a call', () => {
    const step = parseReactStep('Action: lookup\nAction Input: {"item": "tea"}\nObs', {
      truncated,
    });
    expect(step).toMatchObject({ kind: 'action', args: { item: 'tea' } });
  });

  it('an answer that an observation follows was complete', () => {
    const step = parseReactStep('Final Answer: 3\nObservation: and', { truncated });
    expect(step).toMatchObject({ kind: 'final', answer: '3' });
  });
});

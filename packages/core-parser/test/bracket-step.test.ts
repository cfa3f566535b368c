import { describe, expect, it } from 'vitest';
import { type ParseStepOptions, parseStep } from '../src/index.ts';

const tools = ['Search', 'Lookup', 'click', 'run', 'submit'];

/** Reads in the bracket form alone, and checks that nothing else is read when all forms are looked for. */
function read(text: string, options: ParseStepOptions = { tools }) {
  const { step } = parseStep(text, { ...options, forms: ['bracket'] });
  const { form, step: detected } = parseStep(text, options);
  if (detected.kind !== 'parse_error') {
    expect({ form, step: detected }, text).toEqual({ form: 'bracket', step });
  } else expect(step.kind, text).toBe('parse_error');
  return detected;
}

describe('the bracket form: calls', () => {
  it('P1: reads a call under a label with or without a number, in any case', () => {
    for (const [label, name] of [
      ['Action:', 'Search'],
      ['Action 3:', 'Lookup'],
      ['Action : ', 'click'],
      ['action 12 :', 'search'],
      ['**Action 1:**', 'Search'],
      ['Action 6: \n\n', 'Search'],
    ] as const) {
      expect(read(`Thought 1: I look.\n${label} ${name}[old town]`), label).toEqual({
        kind: 'action',
        tool: name,
        args: { input: 'old town' },
        rawArgs: 'old town',
        thought: label.startsWith('Thought') ? '' : 'I look.',
        repaired: false,
        flags: [],
      });
    }
  });

  it('P1: the argument stays as it was written', () => {
    for (const input of [
      '"old town"',
      ' old  town ',
      'a, b',
      'SELECT name\nFROM shops\n\nWHERE open = 1',
      'if [ -d /srv ]; then ls [a-z]*; fi',
      'x = [[1], [2, [3]]]',
      '',
      'a\nAction: Lookup[b]\nFinal Answer: c',
      '{"action": "click", "action_input": {}}',
    ]) {
      const step = read(`Thought: go\nAction: run[${input}]`);
      expect(step, input).toMatchObject({ kind: 'action', tool: 'run', args: { input } });
    }
  });

  it('P2: the thought may come without its label, and behind other lines', () => {
    expect(read('I look it up.\nIt is old.\nAction 1: Search[x]')).toMatchObject({
      thought: 'I look it up.\nIt is old.',
    });
    expect(read('Path 2: Start->Search[a]\nThought 2: now b\nAction 2: Search[b]')).toMatchObject({
      args: { input: 'b' },
      thought: 'Path 2: Start->Search[a]\nnow b',
    });
    expect(read('Action: Search[x]')).toMatchObject({ kind: 'action', thought: '' });
  });

  it('P2: emphasis and backticks around the call are taken off', () => {
    for (const text of ['Action: `Search[x]`', 'Action: **Search[x]**', 'Action: Search [x]\n']) {
      expect(read(text), text).toMatchObject({ tool: 'Search', args: { input: 'x' } });
    }
    expect(read('Action: `Search[x]')).toMatchObject({ kind: 'action' });
  });

  it('a name that is no tool of the run is still a call: to judge it is the registry’s business', () => {
    expect(read('Action: compare[a, b]')).toMatchObject({ kind: 'action', tool: 'compare' });
  });

  it('an announcement in words before the call belongs to the thought when the tools are known', () => {
    const text = 'Thought: so\nAction: I will search for it.\nAction 1: Search[x]';
    expect(read(text)).toMatchObject({ tool: 'Search', thought: 'so\nI will search for it.' });
    expect(read(text, {})).toMatchObject({ code: 'multiple_actions' });
    const withInput = text.replace('\nAction 1', '\nAction Input: {}\nAction 1');
    expect(read(withInput)).toMatchObject({ code: 'multiple_actions' });
  });

  it('P3: an invented observation is cut off and flagged', () => {
    for (const label of [
      'Observation:',
      'Observation 1:',
      'Observations:',
      'Observation (Search):',
    ]) {
      const step = read(`Action 1: Search[x]\n${label} found\nThought 2: so\nAction 2: Finish[y]`);
      expect(step, label).toMatchObject({ args: { input: 'x' }, flags: ['invented_observation'] });
    }
    expect(read('Action 1: Search[x\nObservation 1: y]')).toMatchObject({ code: 'truncated' });
  });
});

describe('the bracket form: bare names', () => {
  it('P1: the bare name of a known tool is a call without arguments', () => {
    expect(read('I am done.\nAction 4: submit')).toMatchObject({
      kind: 'action',
      tool: 'submit',
      args: {},
      rawArgs: '',
      thought: 'I am done.',
    });
  });

  it('P4: any other bare name or command is an error', () => {
    expect(read('Action 4: submit', {})).toMatchObject({ kind: 'parse_error' });
    for (const text of [
      'Action 4: ls -l /srv',
      'Action 4: ls',
      'Action 4: submit now',
      'Action 4:',
    ]) {
      expect(read(text), text).toMatchObject({ kind: 'parse_error' });
    }
    const more = read('Action 4: submit\nThought: that was it');
    expect(more).toMatchObject({ code: 'text_after_input' });
  });

  it('P4: a bare name that may have been cut off is truncated', () => {
    const step = read('Action 4: submit', { tools, truncated: true });
    expect(step).toMatchObject({ code: 'truncated' });
  });

  it('P4: under a label without a number it is a text step that lacks its input, if that form is read', () => {
    const text = 'Thought: go\nAction: submit';
    expect(parseStep(text, { tools }).step).toMatchObject({ code: 'missing_action_input' });
    expect(parseStep(text, { tools, forms: ['bracket'] }).step).toMatchObject({ tool: 'submit' });
    const answered = parseStep(`${text}\nFinal Answer: 3`, { tools });
    expect(answered).toMatchObject({ form: 'text', step: { kind: 'final', answer: '3' } });
  });

  it('a step in the text form with a number is none of the bracket form', () => {
    const text = 'Action 2: Search (again)\nAction Input 2: {"q": "x"}';
    const { form, step } = parseStep(text, { tools });
    expect({ form, ...step }).toMatchObject({ form: 'text', tool: 'Search', args: { q: 'x' } });
    const bare = parseStep('Action 2: submit\nAction Input 2: {}', { tools });
    expect(bare).toMatchObject({ form: 'text', step: { tool: 'submit', rawArgs: '{}' } });
    const remark = parseStep('Action: Search[again]\nAction Input: {"q": "x"}', { tools });
    expect(remark).toMatchObject({ form: 'text', step: { tool: 'Search', args: { q: 'x' } } });
  });
});

describe('the bracket form: without a label', () => {
  it('P2: the whole completion may be one call, as after a prompt that ends with the label', () => {
    expect(read(' click[Buy Now]')).toMatchObject({ tool: 'click', args: { input: 'Buy Now' } });
    expect(read('click[Buy Now]\n', {})).toMatchObject({ tool: 'click' });
    expect(read(' Finish[42]')).toMatchObject({ kind: 'final', answer: '42' });
    expect(read('click[a]\nObservation: b')).toMatchObject({ flags: ['invented_observation'] });
  });

  it('P4: anything else is an error', () => {
    for (const text of [
      'press[Buy Now]',
      'I click[Buy Now]',
      'click [Buy Now]',
      '[Buy Now]',
      '1[x]',
    ]) {
      expect(read(text), text).toMatchObject({ code: 'no_anchor' });
    }
    expect(read('click[Buy Now')).toMatchObject({ code: 'truncated' });
    expect(read('click[a], click[b]')).toMatchObject({ code: 'multiple_actions' });
    expect(read('click[a] and wait')).toMatchObject({ code: 'text_after_input' });
    expect(read('click[a]\nAction: Search[b]')).toMatchObject({ code: 'multiple_actions' });
    expect(read('click[a]\nFinal Answer: b')).toMatchObject({ code: 'both_action_and_final' });
    expect(read('click[a] has not helped.\nAction 2: Search[b]')).toMatchObject({
      tool: 'Search',
      thought: 'click[a] has not helped.',
    });
    for (const text of ['click[a] and wait', 'list[0', 'a[0] and b[1]']) {
      expect(read(text, {}), text).toMatchObject({ code: 'no_anchor' });
    }
  });
});

describe('the bracket form: ends', () => {
  it('T8: Finish[…] is an answer, and give_up[…] a surrender, in any spelling', () => {
    for (const name of ['Finish', 'finish', 'FINISH', 'final', 'Final_Answer']) {
      const step = read(`Action 2: ${name}[about 3 [euros]]`);
      expect(step, name).toMatchObject({ kind: 'final', answer: 'about 3 [euros]' });
    }
    const step = read('Action: give_up[the shop is closed]');
    expect(step).toMatchObject({ kind: 'give_up', reason: 'the shop is closed', partial: '' });
  });

  it('T8: a tool of that name comes first', () => {
    const step = read('Action 2: Finish[3]', { tools: ['Finish'] });
    expect(step).toMatchObject({ kind: 'action', tool: 'Finish', args: { input: '3' } });
  });

  it('P4: an empty answer is empty, and no tool is not_a_tool', () => {
    expect(read('Action: finish[]')).toMatchObject({ code: 'empty' });
    expect(read('Action: finish[ \n]')).toMatchObject({ code: 'empty' });
    expect(read('Action: None[]')).toMatchObject({ code: 'not_a_tool' });
  });
});

describe('the bracket form: errors', () => {
  it('P4: a bracket that is not closed is truncated', () => {
    for (const text of ['Action: Search[x', 'Action: run[a[1]', 'Action: run[a\nb\n']) {
      expect(read(text), text).toMatchObject({ code: 'truncated' });
    }
  });

  it('P4: several calls are multiple_actions, and none of them is chosen', () => {
    for (const text of [
      'Action 1: Search[a], Search[b], Lookup[c]',
      'Action 1: Search[a] and Lookup[b]',
      'Action 1: Search[a]->Lookup[b]',
      'Action 1: Search[a]\nAction 2: Search[b]',
      'Action: Search[a]\nThought: then\nAction: Finish[b]',
      'Action: Search[a] further\nThought: no\nAction: Search[a]',
      'Action: Search\nAction: Search[a]',
    ]) {
      expect(read(text), text).toMatchObject({ code: 'multiple_actions' });
    }
  });

  it('P4: text after the closing bracket is an error, as it may belong to the argument', () => {
    for (const text of [
      'Action: Search[a] on another page',
      'Action: Search[a]] b]',
      'Action: run[echo "]"]',
      'Action: Search[a]\nThought: then',
      'Action: Search[a]\nObs',
    ]) {
      expect(read(text), text).toMatchObject({ code: 'text_after_input' });
    }
  });

  it('P4: a call and an answer at once is both_action_and_final', () => {
    expect(read('Action: Search[a]\nFinal Answer: b')).toMatchObject({
      code: 'both_action_and_final',
    });
  });

  it('labels in a fence of the thought are quotation', () => {
    const text = 'Thought: one writes\n```\nAction: run[rm]\n```\nso\nAction: Search[x]';
    expect(read(text)).toMatchObject({ kind: 'action', tool: 'Search' });
  });
});

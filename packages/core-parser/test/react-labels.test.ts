import { describe, expect, it } from 'vitest';
import { parseReactStep } from '../src/index.ts';

const call = { kind: 'action', tool: 'lookup', args: { item: 'tea' } };

describe('labels of the text form', () => {
  it('P2: are read in any case and decoration', () => {
    const forms = [
      ['Action:', 'Action Input:'],
      ['action:', 'action input:'],
      ['ACTION:', 'ACTION INPUT:'],
      ['**Action:**', '**Action Input:**'],
      ['**Action**:', '**Action Input**:'],
      ['_Action:_', '_Action Input:_'],
      ['`Action:`', '`Action Input:`'],
      ['***Action***:', '***Action Input:***'],
      ['**_Action:_**', '**_Action Input:_**'],
      ['### Action:', '### Action Input:'],
      ['## **Action:**', '## **Action Input:**'],
      ['Action 1:', 'Action Input 1:'],
      ['Action  :', 'Action   Input  :'],
      ['Action：', 'Action Input：'],
      ['\ufeffAction:', '\u200bAction\u00a0Input:'],
      ['Action:', 'ActionInput:'],
      ['Action:', 'action_input:'],
      ['Action:', 'Action-Input:'],
    ];
    for (const [action, input] of forms) {
      const text = `${action} lookup\n${input} {"item": "tea"}`;
      expect(parseReactStep(text), text).toMatchObject(call);
    }
  });

  it('P2: emphasis around label and text together is taken off both', () => {
    expect(parseReactStep('**Final Answer: 42**')).toMatchObject({ answer: '42' });
    expect(parseReactStep('**Action: lookup**\nAction Input: {"item": "tea"}')).toMatchObject(call);
  });

  it('P2: emphasis of the answer itself stays', () => {
    expect(parseReactStep('Final Answer: **42**')).toMatchObject({ answer: '**42**' });
    expect(parseReactStep('**Final Answer:** it is **42**')).toMatchObject({
      answer: 'it is **42**',
    });
  });

  it('P2: emphasis that is closed around the label takes none from the answer', () => {
    expect(parseReactStep('**Final Answer**: say **42**')).toMatchObject({ answer: 'say **42**' });
  });

  it('count only at the start of a line and with their colon', () => {
    const texts = [
      'I would say Final Answer: 42',
      'Final Answer is 42',
      'Actions: lookup\nAction Inputs: {}',
      'Reaction: lookup\nAction Input {}',
      'A c t i o n: lookup',
      '"Final Answer": 42',
    ];
    for (const text of texts)
      expect(parseReactStep(text), text).toMatchObject({ kind: 'parse_error' });
  });

  it('are read after a carriage return as well, and not across a line break', () => {
    expect(parseReactStep('Action: lookup\rAction Input: {"item": "tea"}\r')).toMatchObject(call);
    for (const lineBreak of ['\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
      const step = parseReactStep(`Final${lineBreak}Answer: 42\nFinal Answer${lineBreak}: 42`);
      expect(step, JSON.stringify(lineBreak)).toMatchObject({ code: 'no_anchor' });
    }
  });

  it('in a quoted line or a list item they are prose', () => {
    const texts = [
      '> Final Answer: 42',
      '- Final Answer: 42',
      '* Final Answer: 42',
      '-Action: a',
      '1. Action: a',
    ];
    for (const text of texts)
      expect(parseReactStep(text), text).toMatchObject({ code: 'no_anchor' });
  });

  it('Note: and Task: mean nothing in a reply', () => {
    const step = parseReactStep('Note: x\nTask: y\nAction: lookup\nAction Input: {"item": "tea"}');
    expect(step).toMatchObject({ ...call, thought: 'Note: x\nTask: y' });
    const note = parseReactStep('Action: lookup\nAction Input:\nNote: tea\n{"item": "tea"}');
    expect(note).toMatchObject(call);
  });
});

describe('fences in the text form', () => {
  it('P2: a fence around the input is taken off', () => {
    const step = parseReactStep('Action: lookup\nAction Input:\n```json\n{"item": "tea"}\n```\n');
    expect(step).toMatchObject({ ...call, flags: [] });
  });

  it('a second action after a fenced input is still seen', () => {
    const step = parseReactStep(
      'Action: lookup\nAction Input:\n```json\n{"item": "tea"}\n```\nAction: b\nAction Input: {}',
    );
    expect(step).toMatchObject({ code: 'multiple_actions' });
  });

  it('an answer after a fenced input is still seen', () => {
    const step = parseReactStep('Action: a\nAction Input:\n```\n{}\n```\nFinal Answer: 42');
    expect(step).toMatchObject({ kind: 'final', answer: '42' });
  });

  it('P2: a fence around the whole step is taken off, also when it was not closed', () => {
    const step = '\n```text\nThought: x\nAction: lookup\nAction Input: {"item": "tea"}\n';
    expect(parseReactStep(step)).toMatchObject({ ...call, thought: 'x', flags: [] });
    expect(parseReactStep(`${step}\`\`\`\n`)).toMatchObject({ ...call, thought: 'x', flags: [] });
  });

  it('a fence that only begins the text is quotation', () => {
    const step = parseReactStep('```\nAction: drop\nAction Input: {}\n```\nI would rather not.');
    expect(step).toMatchObject({ code: 'no_anchor' });
    expect(step).toHaveProperty('message', expect.stringContaining('fence'));
  });

  it('labels after a fence that is never closed are quotation', () => {
    const step = parseReactStep('Thought: the form is\n```\nAction: drop\nAction Input: {}');
    expect(step).toMatchObject({ code: 'no_anchor' });
  });

  it('inline code on a line of its own opens no fence', () => {
    const step = parseReactStep(
      'Thought: x\n```code```\nAction: lookup\nAction Input: {"item": "tea"}',
    );
    expect(step).toMatchObject(call);
  });

  it('a fence may begin on the line of its label', () => {
    const step = parseReactStep(
      'Thought: ```\nAction: drop\nAction Input: {}\n```\nFinal Answer: y',
    );
    expect(step).toMatchObject({ kind: 'final', flags: [] });
  });

  it('a line with an info string does not close a fence', () => {
    const step = parseReactStep(
      'Thought: x\n```\n```json\nAction: drop\nAction Input: {}\n```\nFinal Answer: y',
    );
    expect(step).toMatchObject({ kind: 'final', answer: 'y', flags: [] });
  });

  it('labels in a fence after the input, or in a thought after the name, are quotation', () => {
    const quoted = '```\nAction: drop\n```';
    const afterInput = `Action: lookup\nAction Input: {"item": "tea"}\n${quoted}`;
    expect(parseReactStep(afterInput)).toMatchObject(call);
    const afterName = `Action: lookup\nThought: x\n${quoted}\nAction Input: {"item": "tea"}`;
    expect(parseReactStep(afterName)).toMatchObject(call);
  });

  it('a fence between the name and the input hides nothing', () => {
    const step = parseReactStep('Action: lookup\n```json\nAction Input: {"item": "tea"}\n```');
    expect(step).toMatchObject(call);
  });

  it('a shorter fence does not close a longer one', () => {
    const step = parseReactStep(
      'Thought: x\n````\n```\nAction: drop\nAction Input: {}\n````\nFinal Answer: y',
    );
    expect(step).toMatchObject({ kind: 'final', answer: 'y' });
  });
});

describe('reasoning blocks', () => {
  it('several leading blocks are removed', () => {
    const step = parseReactStep(
      '<think>a</think>\n<THINKING>\nFinal Answer: b</THINKING> Final Answer: c',
    );
    expect(step).toMatchObject({ kind: 'final', answer: 'c', flags: ['reasoning_removed'] });
  });

  it('a closing tag without an opening one ends reasoning only at the end of a line', () => {
    const step = parseReactStep('Final Answer: write </think> to close it');
    expect(step).toMatchObject({ kind: 'final', answer: 'write </think> to close it', flags: [] });
  });

  it('a block that does not lead the reply stays', () => {
    const step = parseReactStep('Final Answer: <think>x</think>\nis a block');
    expect(step).toMatchObject({ answer: '<think>x</think>\nis a block', flags: [] });
  });

  it('reasoning without a reply is empty', () => {
    for (const text of [
      '<think>x</think>',
      '<think>Final Answer: x',
      'x\nFinal Answer: y\n</think>\n',
    ]) {
      const step = parseReactStep(text);
      expect(step, text).toMatchObject({ code: 'empty', flags: ['reasoning_removed'] });
    }
  });
});

describe('names of actions', () => {
  const tools = ['lookup', 'lookup_all', 'None', 'finish', 'web search'];
  const nameOf = (line: string, names: readonly string[] | undefined) => {
    const step = parseReactStep(`Action: ${line}\nAction Input: {}`, names ? { tools: names } : {});
    return step.kind === 'action' ? step.tool : step;
  };

  it('decoration is removed and flagged', () => {
    for (const line of ['`lookup`', '"lookup"', '**lookup**', 'lookup.', '“lookup”']) {
      expect(nameOf(line, tools), line).toBe('lookup');
      expect(nameOf(line, undefined), line).toBe('lookup');
    }
    const step = parseReactStep('Action: `lookup`\nAction Input: {}', { tools });
    expect(step.flags).toEqual(['name_normalised']);
  });

  it('a remark is removed only when a tool of the run stands before it', () => {
    for (const line of [
      'lookup (finds it)',
      'lookup[x]',
      'lookup - finds it',
      'lookup: finds it',
    ]) {
      expect(nameOf(line, tools), line).toBe('lookup');
      expect(nameOf(line, undefined), line).toBe(line);
    }
    expect(nameOf('lookup_all (everything)', tools)).toBe('lookup_all');
    expect(nameOf('web search (slow)', tools)).toBe('web search');
  });

  it('nothing is guessed', () => {
    for (const line of [
      'look',
      'Lookup',
      'lookup-web',
      'lookups',
      'ns:lookup',
      'lookup:web',
      'lookup now',
    ]) {
      expect(nameOf(line, tools), line).toBe(line);
    }
  });

  it('arguments in the name are no remark, and a name that is no tool stays as written', () => {
    expect(nameOf('lookup ({"item": "tea"})', tools)).toBe('lookup ({"item": "tea"})');
    expect(nameOf('`look`', tools)).toBe('`look`');
  });

  it('a name that a tool has is a tool, whatever else it could mean', () => {
    expect(nameOf('None', tools)).toBe('None');
    expect(nameOf('finish', tools)).toBe('finish');
    expect(nameOf('None', ['lookup'])).toMatchObject({ code: 'not_a_tool' });
  });

  it('words for no tool are not_a_tool', () => {
    for (const line of [
      'None',
      'N/A',
      'no action',
      '`none`',
      '**None**',
      'None (I can answer)',
      'No tool needed.',
      '-',
    ]) {
      expect(nameOf(line, ['lookup']), line).toMatchObject({ code: 'not_a_tool' });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { parseJsonStep, parseReactStep, parseStep } from '../src/index.ts';

describe('P2: members beside the arguments are not dropped in silence', () => {
  it.each([
    ['json', '{"action": "send", "action_input": {"to": "bob"}, "amount": 5}'],
    ['hermes', '<tool_call>{"name": "send", "arguments": {"to": "bob"}, "amount": 5}</tool_call>'],
    ['llama', '{"name": "send", "parameters": {"to": "bob"}, "amount": 5}'],
    ['llama', '{"function": {"name": "send", "parameters": {"to": "bob"}, "amount": 5}}'],
    ['mistral', '[TOOL_CALLS] [{"name": "send", "arguments": {"to": "bob"}, "amount": 5}]'],
  ])('%s', (form, text) => {
    expect(parseStep(text)).toMatchObject({
      form,
      step: { tool: 'send', args: { to: 'bob' }, flags: ['members_ignored'] },
    });
  });

  it('those of the form are no reason for the flag', () => {
    for (const text of [
      '{"thought": "x", "action": "send", "action_input": {}}',
      '{"id": "c1", "type": "function", "function": {"name": "send", "arguments": {}}}',
    ]) {
      expect(parseStep(text).step, text).toMatchObject({ kind: 'action', flags: [] });
    }
    const nothing = parseJsonStep('{"action": "send", "action_input": null, "amount": 5}');
    expect(nothing).toMatchObject({ args: {}, flags: ['members_ignored'] });
  });
});

describe('P4: an input that has two readings', () => {
  const read = (input: string) => parseReactStep(`Action: send\nAction Input: ${input}`);

  it('two objects in a line are several actions', () => {
    for (const input of [
      'for example {"to": "NAME"}; now {"to": "bob"}',
      '{"to": "NAME"} {"to": "bob"}',
      '{"to": "NAME"} or {"to": "bo',
    ]) {
      expect(read(input), input).toMatchObject({ code: 'multiple_actions' });
    }
  });

  it('prose in braces is no object, and one in a later line may be an invented observation', () => {
    for (const input of ['{"to": "bob"} (see {x})', '{"to": "bob"}\n{"sent": true}']) {
      expect(read(input), input).toMatchObject({
        args: { to: 'bob' },
        flags: ['text_after_input'],
      });
    }
  });

  it('an answer inside of an object that is never closed is part of it', () => {
    for (const text of ['{"t": "x\nFinal Answer: y', '{"t": ["x\nFinal Answer: y\n"']) {
      expect(read(text), text).toMatchObject({ kind: 'parse_error', code: 'truncated' });
    }
    for (const input of ['{"t": ["x"', '{"t": ["x",', '{"t": {"u": 1', '{"t":', '{"t": "x", "u']) {
      for (const label of ['Final Answer:', '**Final Answer:**', '  final answer:']) {
        const text = `${input}\n${label} y`;
        expect(read(text), text).toMatchObject({ kind: 'parse_error', code: 'truncated' });
      }
    }
    const withoutAction = parseReactStep('Action Input: {"t": "x\nFinal Answer: y');
    expect(withoutAction).toMatchObject({ kind: 'final', answer: 'y' });
    expect(read('{"t": "x"\nFinal Answer: y')).toMatchObject({ kind: 'final', answer: 'y' });
    expect(read('oops\nFinal Answer: y')).toMatchObject({ kind: 'final', answer: 'y' });
  });
});

import { describe, expect, it } from 'vitest';
import { type ParseStepOptions, parseStep } from '../src/index.ts';
import { callWriters } from './leaked-calls.ts';

describe.each(Object.entries(callWriters))('a leaked call: %s', (_, { form, write, think }) => {
  const read = (name: string, args: string, options?: ParseStepOptions) =>
    parseStep(write(name, args), options).step;

  it('P1: is an action with the text its arguments were read from', () => {
    expect(parseStep(write('lookup', '{"item":  "tea", "n": [1, null]}'))).toEqual({
      form,
      step: {
        kind: 'action',
        thought: '',
        tool: 'lookup',
        args: { item: 'tea', n: [1, null] },
        rawArgs: '{"item":  "tea", "n": [1, null]}',
        repaired: false,
        flags: [],
      },
    });
  });

  it('P2: what the model thinks before it is the thought', () => {
    const call = write('lookup', '{}');
    expect(parseStep(`${think('I need the price.')}${call}`)).toMatchObject({
      form,
      step: { tool: 'lookup', thought: 'I need the price.' },
    });
  });

  it('P4: JSON that is no JSON, ambiguous or forbidden is an error with its code', () => {
    const codes: Record<string, string> = {
      '{"a" "b"}': 'not_json',
      '{invalid json}': 'not_json',
      '{"a": 1, "a": 2}': 'duplicate_key',
      '{"__proto__": {}}': 'forbidden_key',
      '{"constructor": {"prototype": 1}}': 'forbidden_key',
      '{"a": {"b": 1}}, "c": 2}': 'not_json',
    };
    for (const [args, code] of Object.entries(codes)) {
      expect(read('lookup', args), args).toMatchObject({ kind: 'parse_error', code });
    }
    const deep = `{"a": ${'['.repeat(300)}${']'.repeat(300)}}`;
    expect(read('lookup', deep)).toMatchObject({ code: 'too_large' });
  });

  it('P5: tolerated JSON is read and reported as repaired', () => {
    expect(read('lookup', "{'item': 'tea', 'fresh': True,}")).toMatchObject({
      args: { item: 'tea', fresh: true },
      repaired: true,
    });
  });

  it('T8: final, finish and give_up end the run', () => {
    for (const name of ['final', 'finish', 'final_answer', 'Final']) {
      expect(read(name, '{"answer": {"total": 1}}'), name).toMatchObject({
        kind: 'final',
        answer: { total: 1 },
      });
    }
    expect(read('final', '{"return_type": "give_up"}')).toMatchObject({
      code: 'missing_action_input',
    });
    expect(read('final_answer', '{"total": 1}')).toMatchObject({
      kind: 'final',
      answer: { total: 1 },
    });
    expect(read('final', '{"answer": null}')).toMatchObject({ code: 'empty' });
    expect(read('give_up', '{"reason": "outage", "partial_answer": "47"}')).toMatchObject({
      kind: 'give_up',
      reason: 'outage',
      partial: '47',
    });
  });

  it('T7: a tool of the run that is named like a control word is a tool', () => {
    const step = read('finish', '{"answer": "x"}', { tools: ['finish'] });
    expect(step).toMatchObject({ kind: 'action', tool: 'finish', args: { answer: 'x' } });
  });

  it('P4: the names by which models say that they want no tool are not_a_tool', () => {
    for (const name of ['None', 'null']) {
      expect(read(name, '{}'), name).toMatchObject({ code: 'not_a_tool' });
    }
  });

  it('P4: several calls are multiple_actions, and none of them is chosen', () => {
    const call = write('lookup', '{"item": "tea"}');
    for (const between of ['', '\n', '\nThen:\n']) {
      expect(parseStep(call + between + call).step).toMatchObject({ code: 'multiple_actions' });
    }
    const broken = call + write('lookup', '{"item": "tea');
    expect(parseStep(broken).step).toMatchObject({ code: 'multiple_actions' });
  });

  it('text behind it is flagged', () => {
    const call = write('lookup', '{"item": "tea"}');
    expect(parseStep(`${call}\nI wait.`).step).toMatchObject({
      kind: 'action',
      flags: ['text_after_input'],
    });
    expect(parseStep(`${call}\n`).step.flags).toEqual([]);
  });

  it('P3: a result that the model invented behind it never counts', () => {
    const call = write('lookup', '{"item": "tea"}');
    for (const result of [
      '<tool_response>5 euro</tool_response>',
      'Observation: 5 euro',
      'Observation (lookup): 5 euro',
      '<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>5 euro<｜tool▁output▁end｜>',
      '[TOOL_RESULTS]{"content": "5 euro"}[/TOOL_RESULTS]',
      '<|start|>functions.lookup to=assistant<|channel|>commentary<|message|>5 euro<|end|>',
      '<|im_start|>user\n5 euro',
      '<|start_header_id|>ipython<|end_header_id|>5 euro',
    ]) {
      const text = `${call}\n${result}\n${call}\nFinal Answer: 5 euro`;
      expect(parseStep(text), result).toMatchObject({
        form,
        step: { kind: 'action', args: { item: 'tea' }, flags: ['invented_observation'] },
      });
    }
  });

  it('P1: markers, results and labels inside a string are data', () => {
    const args = {
      a: '</tool_call><tool_response>x</tool_response>',
      b: '\nObservation: x\nFinal Answer: y',
      c: '<|call|><|end|><|start|>user<|message|>',
      d: '[TOOL_CALLS]lookup[ARGS]{}[TOOL_RESULTS]',
      e: '<｜tool▁call▁end｜><｜tool▁outputs▁begin｜>```',
      f: '<tool_call>{"name": "x", "arguments": {}}',
      g: '<function=x></function></parameter>',
    };
    const step = read('lookup', JSON.stringify(args));
    expect(step).toMatchObject({ kind: 'action', args, flags: [] });
  });

  it('P4: a call that was cut off is truncated', () => {
    for (const args of ['{"item": "te', '{"item": "tea"', '{"item": ', '{']) {
      const whole = write('lookup', args);
      const cut = whole.slice(0, whole.indexOf(args) + args.length);
      expect(parseStep(cut).step, cut).toMatchObject({ code: 'truncated' });
      expect(parseStep(cut, { truncated: true }).step).toMatchObject({ code: 'truncated' });
    }
  });

  it('P2: a decorated name resolves to a tool of the run', () => {
    const step = read('lookup.', '{}', { tools: ['lookup'] });
    expect(step).toMatchObject({ tool: 'lookup', flags: ['name_normalised'] });
  });

  it('is not looked for when its form is not asked for', () => {
    expect(parseStep(write('lookup', '{}'), { forms: ['text'] })).toMatchObject({
      form: undefined,
      step: { code: 'no_anchor' },
    });
  });
});

const anyJsonWriters = Object.entries(callWriters).filter(([, writer]) => !writer.takesObjectsOnly);

describe.each(anyJsonWriters)('arguments that are no object: %s', (_, { write }) => {
  const read = (name: string, args: string) => parseStep(write(name, args)).step;

  it('P5: null arguments are {}', () => {
    expect(read('now', 'null')).toMatchObject({ kind: 'action', tool: 'now', args: {} });
    expect(read('now', '""')).toMatchObject({ kind: 'action', tool: 'now', args: {} });
  });

  it('P5: arguments in a JSON string are the object in it', () => {
    expect(read('lookup', '"{\\"item\\": \\"tea\\"}"')).toMatchObject({
      kind: 'action',
      args: { item: 'tea' },
      rawArgs: '{"item": "tea"}',
      repaired: true,
    });
  });

  it('P4: any other arguments are not_object', () => {
    for (const args of ['[1]', '42', 'true', '"tea"', '"see {}"', '[{"a": 1}]']) {
      expect(read('lookup', args), args).toMatchObject({ code: 'not_object' });
    }
  });
});

import { describe, expect, it } from 'vitest';
import { parseStep } from '../src/index.ts';

const read = (text: string) => parseStep(text).step;

describe('calls of Hermes and Qwen', () => {
  it('P1: the closing tag may be missing, but not a part of the object', () => {
    const object = '{"name": "search", "arguments": {"q": "x"}}';
    for (const end of ['', '\n', '</tool_call>', '\n</tool_call>\n<|im_end|>']) {
      expect(read(`<tool_call>${object}${end}`), end).toMatchObject({
        kind: 'action',
        args: { q: 'x' },
        flags: [],
      });
    }
    expect(read(`<tool_call>${object.slice(0, -1)}`)).toMatchObject({ code: 'truncated' });
    expect(read(`<tool_call>${object.slice(0, -1)}</tool_call>`)).toMatchObject({
      code: 'not_json',
    });
  });

  it('P4: members that a brace too many has cut off are not lost', () => {
    const text = '<tool_call>{"name": "f", "arguments": {"a": 1}}, "b": 2}}</tool_call>';
    expect(read(text)).toMatchObject({ code: 'not_json' });
  });

  it('P4: a call without a name, or with its arguments in the wrong place', () => {
    const codes: Record<string, string> = {
      '{"arguments": {"a": 1}}': 'missing_action_name',
      '{"name": "", "arguments": {}}': 'missing_action_name',
      '{"name": {"a": 1}, "arguments": {}}': 'missing_action_name',
      '{"name": "f", "a": 1}': 'missing_action_input',
      '{"name": "f", "arguments": {}, "parameters": {}}': 'duplicate_key',
    };
    for (const [object, code] of Object.entries(codes)) {
      expect(read(`<tool_call>${object}</tool_call>`), object).toMatchObject({ code });
    }
    expect(read('<tool_call>{"name": "now", "id": "c1"}</tool_call>')).toMatchObject({
      kind: 'action',
      tool: 'now',
      args: {},
      rawArgs: '',
    });
  });

  it('P4: several objects in one tag are several calls', () => {
    const object = '{"name": "f", "arguments": {}}';
    for (const between of ['\n', ';', ' ; ']) {
      expect(read(`<tool_call>${object}${between}${object}</tool_call>`)).toMatchObject({
        code: 'multiple_actions',
      });
    }
  });

  it('prose about the tags is no sign', () => {
    for (const text of [
      'Calls stand in <tool_call> tags, as {"name": …}.',
      'I would write `<tool_call>{"name": "f", "arguments": {}}</tool_call>` here.',
      '<tool_call>test</tool_call>',
      '<tool_call></tool_call>',
      'The tag <function=name> opens a call.',
      '#include <functional> and std::function<void()>',
    ]) {
      expect(parseStep(text), text).toMatchObject({
        form: undefined,
        step: { code: 'no_anchor' },
      });
    }
  });

  it('a call in a fence at the end of the text is a call', () => {
    const text = 'I look.\n```xml\n<tool_call>{"name": "f", "arguments": {}}</tool_call>\n```';
    expect(read(text)).toMatchObject({ kind: 'action', thought: 'I look.', flags: [] });
    const inLine = '```<tool_call>{"name": "f", "arguments": {}}</tool_call>```';
    expect(read(inLine)).toMatchObject({ kind: 'action', tool: 'f', flags: [] });
  });

  it('the label of a thought and of an action are no part of the thought', () => {
    const call = '<tool_call>{"name": "f", "arguments": {}}</tool_call>';
    for (const text of [`Thought: I look.\n${call}`, `Thought: I look.\nAction:\n${call}`]) {
      expect(read(text), text).toMatchObject({ kind: 'action', thought: 'I look.', flags: [] });
    }
  });

  it('what is left of reasoning on the line of the call is no part of the thought', () => {
    const text = 'I look.</think><tool_call>{"name": "f", "arguments": {}}</tool_call>';
    expect(read(text)).toMatchObject({ kind: 'action', thought: '', flags: ['reasoning_removed'] });
  });
});

describe('calls of Qwen3-Coder and Nemotron', () => {
  const call = (body: string) =>
    `<tool_call>\n<function=write>\n${body}\n</function>\n</tool_call>`;
  const parameter = (key: string, value: string) => `<parameter=${key}>\n${value}\n</parameter>`;

  it('P1: parameters are text without the line breaks at their ends', () => {
    const body = `${parameter('path', 'a.txt')}\n${parameter('text', '\n  x < y && "z"\n\n')}`;
    expect(read(call(body))).toMatchObject({
      kind: 'action',
      tool: 'write',
      args: { path: 'a.txt', text: '\n  x < y && "z"\n\n' },
      rawArgs: body,
      repaired: false,
      flags: [],
    });
    expect(read(call('<parameter=city>Paris</parameter>'))).toMatchObject({
      args: { city: 'Paris' },
    });
    expect(read(call(''))).toMatchObject({ kind: 'action', args: {}, rawArgs: '' });
  });

  it('P1: only a strict JSON object or list is taken for what it is', () => {
    const values: [string, unknown][] = [
      ['[1, "a"]', [1, 'a']],
      [' {"a": {"b": true}}\n', { a: { b: true } }],
      ['5', '5'],
      ['true', 'true'],
      ['null', 'null'],
      ['"a"', '"a"'],
      ['01234', '01234'],
      ["{'a': 1}", "{'a': 1}"],
      ['[1, 2', '[1, 2'],
      ['[1] and [2]', '[1] and [2]'],
      ['{"a": 1, "a": 2}', '{"a": 1, "a": 2}'],
      ['{"__proto__": 1}', '{"__proto__": 1}'],
      ['{x}', '{x}'],
    ];
    for (const [written, value] of values) {
      expect(read(call(parameter('v', written))), written).toMatchObject({ args: { v: value } });
    }
  });

  it('the outer tag may be missing, and closing tags may stand twice', () => {
    const tag = `<function=write>\n${parameter('a', 'b')}\n</function>`;
    for (const text of [tag, `${tag}\n</tool_call>`, `<tool_call>${tag}</function></tool_call>`]) {
      expect(read(text), text).toMatchObject({ kind: 'action', args: { a: 'b' }, flags: [] });
    }
  });

  it('P4: what is left open is truncated', () => {
    const whole = call(`${parameter('a', 'b')}\n${parameter('c', 'd')}`);
    for (const cut of [
      'b\n</parameter>\n<param',
      'b\n</parameter>',
      'b\n</param',
      'd\n</parameter>\n</func',
    ]) {
      const text = whole.slice(0, whole.indexOf(cut) + cut.length);
      expect(read(text), text).toMatchObject({ code: 'truncated' });
    }
    expect(read('<tool_call>\n<function=wri')).toMatchObject({ code: 'truncated' });
  });

  it('P3: an invented result behind the call is cut off, with the calls behind it', () => {
    const text = call(parameter('a', 'b'));
    expect(read(`${text}\n<tool_response>\nok\n</tool_response>\n${text}`)).toMatchObject({
      kind: 'action',
      args: { a: 'b' },
      flags: ['invented_observation'],
    });
    expect(read(`${text}\n${text}`)).toMatchObject({ code: 'multiple_actions' });
  });

  it('P4: a closing tag inside of a value is text, unless it could end the call', () => {
    const text = 'a</parameter>b';
    expect(read(call(parameter('v', text)))).toMatchObject({ args: { v: text } });
    for (const value of [
      'a\n</parameter>\n</function>\nb',
      `${call(parameter('x', '1'))}`,
      '<parameter=x>1',
      '<function=f>',
    ]) {
      expect(read(call(parameter('v', value))), value).toMatchObject({ kind: 'parse_error' });
    }
  });

  it('P4: keys that stand twice or reach a prototype, and tags without a name', () => {
    const codes: Record<string, string> = {
      '<parameter=a>1</parameter><parameter=a>2</parameter>': 'duplicate_key',
      '<parameter=__proto__>1</parameter>': 'forbidden_key',
      '<parameter=constructor>{"prototype": 1}</parameter>': 'forbidden_key',
      '<parameter=>1</parameter>': 'not_json',
      'a = 1': 'not_json',
    };
    for (const [body, code] of Object.entries(codes)) {
      expect(read(call(body)), body).toMatchObject({ code });
    }
    expect(read('<tool_call><function=></function></tool_call>')).toMatchObject({
      code: 'missing_action_name',
    });
    expect(read(call('<parameter=constructor>x</parameter>'))).toMatchObject({
      args: { constructor: 'x' },
    });
  });
});

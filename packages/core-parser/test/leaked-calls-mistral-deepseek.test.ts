import { describe, expect, it } from 'vitest';
import { parseStep } from '../src/index.ts';

describe('calls of Mistral', () => {
  it('P1: with or without [ARGS], as a list or as an object', () => {
    for (const text of [
      '[TOOL_CALLS]search[ARGS]{"q": "x"}',
      '[TOOL_CALLS] search [ARGS] {"q": "x"}',
      '[TOOL_CALLS]search{"q": "x"}',
      '[TOOL_CALLS]search[CALL_ID]a1[ARGS]{"q": "x"}',
      '[TOOL_CALLS]search[CALL_ID]a1{"q": "x"}',
      '[TOOL_CALLS][{"name": "search", "arguments": {"q": "x"}, "id": "a1B2c3D4e"}]',
      '[TOOL_CALLS]  [ {"arguments": {"q": "x"}, "name": "search"} ]</s>',
      '[TOOL_CALLS]{"name": "search", "arguments": {"q": "x"}}',
    ]) {
      expect(parseStep(text), text).toMatchObject({
        form: 'mistral',
        step: { kind: 'action', tool: 'search', args: { q: 'x' }, flags: [] },
      });
    }
  });

  it('P4: a list with several calls, with none, or broken', () => {
    const codes: Record<string, string> = {
      '[{"name": "a", "arguments": {}}, {"name": "b", "arguments": {}}]': 'multiple_actions',
      '[{"name": "a", "arguments": {}}, {"name": "get_w}]': 'truncated',
      '[{"name": "a", "arguments": {}}': 'truncated',
      '[{"name": "a", "arguments": {}} {}]': 'not_json',
      '[{}]': 'missing_action_name',
    };
    for (const [list, code] of Object.entries(codes)) {
      expect(parseStep(`[TOOL_CALLS]${list}`), list).toMatchObject({
        form: 'mistral',
        step: { code },
      });
    }
  });

  it('P4: arguments that are missing', () => {
    expect(parseStep('[TOOL_CALLS]now[ARGS]').step).toMatchObject({ code: 'truncated' });
    expect(parseStep('[TOOL_CALLS]now[ARGS][TOOL_CALLS]now[ARGS]{}').step).toMatchObject({
      code: 'missing_action_input',
    });
  });

  it('a call in the reasoning is none', () => {
    const call = '[TOOL_CALLS]search[ARGS]{"q": "x"}';
    expect(parseStep(`[THINK]Not ${call} yet.[/THINK]Now:${call}`).step).toMatchObject({
      kind: 'action',
      thought: 'Now:',
      flags: ['reasoning_removed'],
    });
    expect(parseStep(`[THINK]I could ${call}`)).toMatchObject({
      form: undefined,
      step: { code: 'empty' },
    });
  });

  it('prose about the marker is no sign', () => {
    for (const text of [
      '[TOOL_CALLS] marks a call, then {"q": 1} follows.',
      'A call begins with [TOOL_CALLS].',
      'I would write `[TOOL_CALLS]search[ARGS]{}` here.',
      '[TOOL_CALLS] junk [{"name": "add", "arguments": {}}]',
    ]) {
      expect(parseStep(text), text).toMatchObject({ form: undefined, step: { code: 'no_anchor' } });
    }
  });
});

describe('calls of DeepSeek', () => {
  const begin = '<｜tool▁calls▁begin｜>';
  const callBegin = '<｜tool▁call▁begin｜>';
  const separator = '<｜tool▁sep｜>';
  const fenced = '```json\n{"q": "x"}\n```';

  it('P1: with the name before or behind the separator, and with markers missing', () => {
    for (const text of [
      `${begin}${callBegin}search${separator}{"q": "x"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
      `${begin}${callBegin}function${separator}search\n${fenced}<｜tool▁call▁end｜>\n<｜tool▁calls▁end｜>`,
      `${begin}${callBegin}function${separator}  search  \n${fenced}`,
      `${begin}${callBegin}function${separator}search\`\`\`json{"q": "x"}\`\`\`<｜tool▁call▁end｜>`,
      `${begin}${callBegin}function${separator}search\n{"q": "x"}`,
      `${begin}${callBegin}search${separator}\n${fenced}`,
      `${callBegin}search${separator}{"q": "x"}`,
      `${begin}function${separator}search\n${fenced}<｜tool▁calls▁end｜>`,
      `${begin}search${separator}{"q": "x"}`,
      '<|tool_calls_begin|><|tool_call_begin|>search<|tool_sep|>{"q": "x"}<|tool_call_end|>',
      '<｜tool calls begin｜><｜tool call begin｜>search<｜tool sep｜>{"q": "x"}',
    ]) {
      expect(parseStep(text), text).toMatchObject({
        form: 'deepseek',
        step: { kind: 'action', tool: 'search', args: { q: 'x' }, flags: [] },
      });
    }
  });

  it('P4: a call without a separator, a name or arguments', () => {
    const codes: Record<string, string> = {
      [`${begin}${callBegin}search{"q": "x"}<｜tool▁call▁end｜>`]: 'missing_action_name',
      [`${begin}${callBegin}${separator}{"q": "x"}`]: 'missing_action_name',
      [`${begin}${callBegin}function${separator}search\n<｜tool▁call▁end｜>`]: 'not_json',
      [`${begin}${callBegin}search${separator}q = x<｜tool▁call▁end｜>`]: 'not_json',
      [`${begin}${callBegin}search${separator}`]: 'truncated',
      [`${begin}${callBegin}function${separator}search`]: 'truncated',
      [`${begin}${callBegin}function${separator}search\n\`\`\`json\n{"q": "x"`]: 'truncated',
    };
    for (const [text, code] of Object.entries(codes)) {
      expect(parseStep(text), text).toMatchObject({ form: 'deepseek', step: { code } });
    }
  });

  it('P4: two blocks of calls are several calls', () => {
    const block = `${begin}${callBegin}a${separator}{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`;
    expect(parseStep(`First.${block}Second.${block}`).step).toMatchObject({
      code: 'multiple_actions',
    });
  });

  it('prose about a marker is no sign', () => {
    for (const text of [
      `The marker ${begin} begins the calls.`,
      `Then ${separator} follows.`,
      `A call is ${callBegin}, a name, and so on.`,
    ]) {
      expect(parseStep(text), text).toMatchObject({ form: undefined, step: { code: 'no_anchor' } });
    }
  });
});

describe('calls in other native forms', () => {
  it('P1: are no_anchor or an error, and never misread', () => {
    for (const text of [
      '<function_calls>search(q="x")</function_calls>',
      '[search(q="x")]',
      '<|tool_call_start|>[search(q="x")]<|tool_call_end|>',
      '<|tool_call>call:search{q:<|"|>x<|"|>}<tool_call|>',
      '<tool_call>search\n<arg_key>q</arg_key>\n<arg_value>x</arg_value>\n</tool_call>',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{"q": "x"}<|tool_call_end|>',
      '<TOOLCALL>[{"name": "search", "arguments": {"q": "x"}}]</TOOLCALL>',
      '<minimax:tool_call><invoke name="search"><parameter name="q">x</parameter></invoke></minimax:tool_call>',
      '<｜DSML｜tool_calls><｜DSML｜invoke name="search"></｜DSML｜invoke></｜DSML｜tool_calls>',
      '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="search">',
      'commentary to=functions.search json{"q": "x"}',
    ]) {
      const { step } = parseStep(text, { tools: ['search'] });
      expect(step, text).toMatchObject({ kind: 'parse_error' });
    }
  });
});

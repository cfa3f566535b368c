import { describe, expect, it } from 'vitest';
import { parseJsonStep, parseReactStep } from '../src/index.ts';

const tools = ['find', 'sum', 'calculate'];
const read = (text: string) => parseReactStep(`Thought: go\n${text}`, { tools });

describe('public reports: names and inputs of actions', () => {
  it('PARSE-008: arguments in parentheses after the name are an error, not a call without arguments', () => {
    const step = read('Action: find ({"q": "opening times"})');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'missing_action_input' });
  });

  it('PARSE-009: a remark in parentheses after the name of a tool is left out', () => {
    const step = read('Action: sum (sums two numbers)\nAction Input: {"a": 1, "b": 2}');
    expect(step).toMatchObject({ kind: 'action', tool: 'sum', flags: ['name_normalised'] });
  });

  it('PARSE-010: of an input like a constructor call, the object is taken', () => {
    const step = read('Action: sum\nAction Input: SumTool({"a": 1, "b": 2})');
    expect(step).toMatchObject({
      kind: 'action',
      args: { a: 1, b: 2 },
      rawArgs: '{"a": 1, "b": 2}',
    });
  });

  it('PARSE-012: braces inside a string value do not end the object', () => {
    const step = read(
      'Action: find\nAction Input: {"q": "while (y) { stop(\'}\') }", "limit": 3}\n\nmore } text',
    );
    expect(step).toMatchObject({ args: { q: "while (y) { stop('}') }", limit: 3 } });
  });

  it('PARSE-014: JSON over several lines', () => {
    const step = read('Action: sum\nAction Input: {\n  "a": 3,\n  "b": 4\n}');
    expect(step).toMatchObject({ kind: 'action', args: { a: 3, b: 4 }, repaired: false });
  });

  it('PARSE-017: full-width punctuation inside an argument stays', () => {
    const step = read('Action: find\nAction Input: {"q": "主題：運賃，時刻"}');
    expect(step).toMatchObject({ args: { q: '主題：運賃，時刻' } });
  });

  it('PARSE-019: asterisks before the object are passed over, an apostrophe in a value stays', () => {
    const step = read('Action: find\nAction Input: ** {"q": "who\'s there", "lang": "en"}');
    expect(step).toMatchObject({ args: { q: "who's there", lang: 'en' }, flags: [] });
  });

  it('PARSE-020: asterisks that belong to the payload stay', () => {
    const step = read('Action: calculate\nAction Input: {"expression": "3 ** 4"}');
    expect(step).toMatchObject({ args: { expression: '3 ** 4' } });
  });

  it('PARSE-021: backticks around a known name are removed', () => {
    const step = read('Action: `find`\nAction Input: {"q": "y"}');
    expect(step).toMatchObject({ kind: 'action', tool: 'find', flags: ['name_normalised'] });
  });

  it('PARSE-022: the bracket form is an error that says what to write', () => {
    const step = parseReactStep('Action:find[{"q": "year founded"}]', { tools });
    expect(step).toMatchObject({ kind: 'parse_error', code: 'missing_action_input' });
    expect(step).toHaveProperty('message', expect.stringContaining('"Action Input:"'));
  });

  it('PARSE-026: a missing input is missing_action_input, and the message asks for a JSON object', () => {
    const step = read('Action: find');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'missing_action_input' });
    expect(step).toHaveProperty(
      'message',
      expect.stringMatching(/"Action Input:" with a JSON object/),
    );
  });

  it('PARSE-041: a label cut off by a stop word is not part of the input', () => {
    const step = read('Action: find\nAction Input: {"q": "hi"}\nObserv');
    expect(step).toMatchObject({
      kind: 'action',
      args: { q: 'hi' },
      rawArgs: '{"q": "hi"}',
      flags: [],
    });
  });

  it('PARSE-077: a truncated input is an error, and its value is not cut', () => {
    const step = read('Action: find\nAction Input: {"q": "cheapest ferry to');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'truncated' });
  });

  it('PARSE-080: a malformed payload on the line of its fence is an error, not a text', () => {
    const step = read('Action: find\nAction Input: ```json{"q": ["x","y"][]}```');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'not_json' });
  });
});

describe('public reports: the JSON form', () => {
  it('PARSE-027: action_input null is {}', () => {
    const step = parseJsonStep('{"thought":"ok","action":"clock","action_input":null}', {
      tools: ['clock'],
    });
    expect(step).toMatchObject({ kind: 'action', tool: 'clock', args: {} });
  });

  it('PARSE-039: an action and an answer at once is both_action_and_final', () => {
    const step = parseJsonStep('{"action":"find","action_input":{"q":"y"},"final_answer":"7"}', {
      tools,
    });
    expect(step).toMatchObject({ kind: 'parse_error', code: 'both_action_and_final' });
  });

  it('PARSE-040: a duplicate action is duplicate_key', () => {
    const step = parseJsonStep('{"action":"find","action":"wipe","action_input":{"q":"y"}}', {
      tools,
    });
    expect(step).toMatchObject({ kind: 'parse_error', code: 'duplicate_key' });
  });

  it('PARSE-051: the action "Final" is an answer', () => {
    const step = parseJsonStep(
      '{"thought":"done","action":"Final","action_input":"12 million EUR"}',
      { tools },
    );
    expect(step).toMatchObject({ kind: 'final', answer: '12 million EUR' });
  });
});

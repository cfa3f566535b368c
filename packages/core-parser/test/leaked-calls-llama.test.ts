import { describe, expect, it } from 'vitest';
import { parseStep } from '../src/index.ts';

const call = '{"name": "search", "parameters": {"q": "x"}}';

describe('calls of Llama', () => {
  it('P1: the bare object is a call when it is the whole completion', () => {
    for (const text of [
      call,
      `\n ${call} \n`,
      `${call}<|eot_id|>`,
      `${call}<|eom_id|>\n`,
      `\`\`\`json\n${call}\n\`\`\``,
      `\`\`\`json\n${call}\n\`\`\`<|eot_id|>`,
      '{"name": "search", "arguments": {"q": "x"}}',
      '{"arguments": {"q": "x"}, "name": "search"}',
      '{"function": "search", "parameters": {"q": "x"}}',
      '{"type": "function", "name": "search", "parameters": {"q": "x"}}',
      '{"type": "function", "function": {"name": "search", "parameters": {"q": "x"}}}',
      '{"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{\\"q\\": \\"x\\"}"}}',
    ]) {
      expect(parseStep(text), text).toMatchObject({
        form: 'llama',
        step: { kind: 'action', tool: 'search', args: { q: 'x' }, thought: '', flags: [] },
      });
    }
  });

  it('P1: in prose it is one when its name is that of a tool', () => {
    for (const [text, flags] of [
      [`I look it up: ${call}`, []],
      [`I look it up:\n\`\`\`json\n${call}\n\`\`\``, []],
      [`I look it up: ${call}\nThen I answer.`, ['text_after_input']],
      [`I look it up: ${call}\nwith {"q": "x"}`, ['text_after_input']],
      [`I look it up: {braces} [1] {"q": 1} ${call}`, []],
    ] as const) {
      expect(parseStep(text, { tools: ['search'] }), text).toMatchObject({
        form: 'llama',
        step: { kind: 'action', tool: 'search', args: { q: 'x' }, flags },
      });
      expect(parseStep(text, { tools: ['other'] }).step, text).toMatchObject({ code: 'no_anchor' });
      expect(parseStep(text).step, text).toMatchObject({ code: 'no_anchor' });
    }
    const text = `I look it up: ${call}`;
    expect(parseStep(text, { tools: ['search'] }).step.thought).toBe('I look it up:');
  });

  it('what only looks like a call is none', () => {
    for (const text of [
      '{"name": "Lyon", "population": 522250}',
      '{"name": "search"}',
      '{"parameters": {"q": "x"}}',
      '{"tool_calls": [{"name": "search", "parameters": {"q": "x"}}]}',
      `[${call}]`,
      `{"data": ${call}}`,
      `I could write \`${call}\` here.`,
      '{"type": "function", "function": {"name": "search", "description": "…", "parameters": {}}}',
      '{"name": "search", "parameters": {"type": "object", "properties": {"q": {}}}}',
      '<|python_tag|>search.call(q="x")',
    ]) {
      expect(parseStep(text, { tools: ['search'] }), text).toMatchObject({
        form: undefined,
        step: { code: 'no_anchor' },
      });
    }
    const step = '{"action": "search", "action_input": {}, "name": "x", "parameters": {}}';
    expect(parseStep(step)).toMatchObject({ form: 'json', step: { tool: 'search' } });
  });

  it('P4: several, with a semicolon or without, are multiple_actions', () => {
    for (const text of [
      `${call}; ${call}`,
      `${call} ;\n${call}`,
      `${call}\n${call}`,
      `<|python_tag|>${call}; ${call}<|eom_id|>`,
      `${call}; {"name": "search", "parameters": {"q": "x`,
    ]) {
      expect(parseStep(text).step, text).toMatchObject({ code: 'multiple_actions' });
    }
    const inProse = `First ${call}, then ${call}.`;
    expect(parseStep(inProse, { tools: ['search'] }).step).toMatchObject({
      code: 'multiple_actions',
    });
  });

  it('P3: an object behind the call that is no call is an invented result, and dropped', () => {
    expect(parseStep(`${call}\n{"result": 5}`).step).toMatchObject({
      kind: 'action',
      args: { q: 'x' },
      flags: ['text_after_input'],
    });
  });

  it('P4: a call that breaks off or cannot be read is an error', () => {
    const codes: Record<string, string> = {
      '{"name": "search", "parameters": {"q": "x': 'truncated',
      '{"name": "search", "parameters": {"q": "x"}': 'truncated',
      '{"type": "function", "function": {"name": "search", "parameters": {"q": "x"}}': 'truncated',
      '{"name": "search", "parameters": {invalid json}}': 'not_json',
      [`${call}, ${call}`]: 'not_json',
    };
    for (const [text, code] of Object.entries(codes)) {
      expect(parseStep(text), text).toMatchObject({ form: 'llama', step: { code } });
      expect(parseStep(`I look: ${text}`).step, text).toMatchObject({ code: 'no_anchor' });
      const inProse = parseStep(`I look: ${text}`, { tools: ['search'] });
      expect(inProse, text).toMatchObject({ form: 'llama', step: { code } });
    }
  });

  it('T8: a bare call of a control word ends the run', () => {
    const text = '{"name": "final", "parameters": {"answer": "42"}}';
    expect(parseStep(text).step).toMatchObject({ kind: 'final', answer: '42' });
  });
});

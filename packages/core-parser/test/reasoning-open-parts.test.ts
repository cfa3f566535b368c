import { describe, expect, it } from 'vitest';
import { parseStep } from '../src/index.ts';

const read = (text: string, tools?: string[]) => parseStep(text, { ...(tools && { tools }) }).step;
const call = '<tool_call>{"name": "wipe", "arguments": {}}</tool_call>';

describe('PARSE-046: what is open where a tag of reasoning stands', () => {
  it('a bracket of a call keeps a block', () => {
    const input = 'a\n<think>\nb\n</think>\n';
    expect(read(`write[${input}]`, ['write'])).toMatchObject({ tool: 'write', args: { input } });
  });

  it('a bracket that is left open in prose keeps the text before a closing tag', () => {
    for (const open of ['so write[a', 'so write("a)']) {
      expect(read(`${open}\n</think>\nFinal Answer: x`), open).toMatchObject({
        kind: 'final',
        thought: `${open}\n</think>`,
        flags: [],
      });
    }
  });

  it('P4: a call that cannot be read ends nothing before its own end', () => {
    for (const [text, code] of [
      ['{"action": write, "text": "a\n</think>\nFinal Answer: no', 'not_json'],
      ['<function=a><parameter=t>\nx</function>\n</think>\nFinal Answer: no', 'truncated'],
    ]) {
      expect(read(text!), text).toMatchObject({ kind: 'parse_error', code });
    }
  });

  it('a quote before a closing tag in the midst of a line may be an argument', () => {
    const answer = 'say "</think>Action: x"';
    expect(read(`Final Answer: ${answer}`)).toMatchObject({ kind: 'final', answer, flags: [] });
  });

  it('P4: a block behind a call is no reasoning, so that a call in it is a second one', () => {
    for (const first of [call, '{"action": "a", "action_input": {}}', '[TOOL_CALLS]a[ARGS]{}']) {
      const text = `${first}\n<think>\n${call}\n</think>`;
      expect(read(text), first).toMatchObject({ code: 'multiple_actions' });
    }
  });

  it('PARSE-043: a block right behind a closing tag that was never opened is removed', () => {
    const block = '<think>\nFinal Answer: 41\n</think>';
    const text = `Action: wipe\nAction Input: {}\n</think>\n${block}\nFinal Answer: 42`;
    expect(read(text)).toMatchObject({ kind: 'final', answer: '42' });
  });
});

import { describe, expect, it } from 'vitest';
import { createStepStream, parseReactStep, parseStep } from '../src/index.ts';

const openers = ['<think>', '<thinking>', '<reasoning>', '[THINK]'];
const pay = 'Action: pay\nAction Input: {"to": "X"}';
const closerOf = (opener: string) => opener.replace(/^(.)/, '$1/');

describe('PARSE-043: a block of reasoning that begins at the end of a line of thought', () => {
  it.each(openers)('P4: no call and no answer in %s counts', (opener) => {
    for (const draft of [pay, 'Final Answer: 41', '<tool_call>{"name": "pay"}</tool_call>']) {
      for (const before of ['Thought: let me see.', 'Hmm', 'Hmm.\nThought: so']) {
        const text = `${before} ${opener} \n${draft}\n ${closerOf(opener)}\nFinal Answer: 42`;
        const read = { kind: 'final', answer: '42', flags: ['reasoning_removed'] };
        expect(parseStep(text).step, text).toMatchObject(read);
        expect(parseReactStep(text), text).toMatchObject(read);
      }
    }
    expect(parseStep(`Hmm ${opener}\n${pay}\n${closerOf(opener)}`).step).toMatchObject({
      kind: 'parse_error',
    });
  });

  it('several blocks, and one that begins a line behind them', () => {
    const block = `<think>\n${pay}\n</think>`;
    const text = `One ${block}\nTwo ${block}\n${block}\nFinal Answer: 42`;
    expect(parseStep(text).step).toMatchObject({ answer: '42', thought: 'One \nTwo' });
  });

  it('PARSE-046: a tag that is spoken of is none, and inside of an argument it is data', () => {
    const call = 'Action: write\nAction Input: {"t": "a\n</think>\nb"}';
    for (const thought of ['It speaks of <think>', 'I write <think> and the rest']) {
      expect(parseStep(`Thought: ${thought}\n${call}`).step, thought).toMatchObject({
        args: { t: 'a\n</think>\nb' },
        thought,
        flags: [],
      });
    }
    const quoting = 'Action: write\nAction Input: {"t": "a\n</think>\nFinal Answer: x"}';
    expect(parseStep(`Thought: It speaks of <think>\n${quoting}`).step).toMatchObject({
      args: { t: 'a\n</think>\nFinal Answer: x' },
    });
    const answer = 'it begins with <think>\nand ends with\n</think>\nso';
    expect(parseStep(`Final Answer: ${answer}`).step).toMatchObject({ answer, flags: [] });
  });

  it.each([
    ['text behind the opening tag', `Hmm <think> maybe\n${pay}\n</think>\nFinal Answer: n`],
    ['text before the closing tag', `Hmm <think>\n${pay}\nNo.</think>\nFinal Answer: n`],
    ['a bracket left open', `Hmm <think>\nf(\n${pay}\n</think>\nFinal Answer: n`],
  ])(
    'P3: where it is not sure to be one, a call in it and an answer behind it are two readings: %s',
    (_, text) => {
      for (const step of [parseStep(text).step, parseReactStep(text)]) {
        expect(step).toMatchObject({
          kind: 'parse_error',
          code: 'both_action_and_final',
          message: expect.stringContaining('A call stands before'),
        });
      }
      const [withoutAnswer] = text.split('\nFinal');
      expect(parseStep(withoutAnswer!).step).toMatchObject({ kind: 'action', tool: 'pay' });
    },
  );

  it('P9: a stream shows nothing of it', () => {
    const stream = createStepStream();
    const text = 'Hmm <think>\nFinal Answer: 41\n</think>\nFinal Answer: 42';
    const shown = [...text].flatMap((piece) => stream.push(piece)).map((delta) => delta.text);
    expect(shown.join('')).not.toContain('41');
  });
});

import { createStepStream, parseStep } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const tag = '<tool_call>\n<function=write>\n<parameter=text>\n';

const fragments = [
  'Thought: ',
  'Action: search\n',
  'Action:\n',
  'Action 1: Search[a',
  ']\n',
  'Action Input: {"q": "a"}\n',
  'Action Input: {"q": "a\n',
  'Final Answer: ',
  '\nObservation: x\n',
  'Observation: ',
  'Observation (lookup): ',
  '```\n',
  '```json\n',
  '<think>',
  '</think>\n',
  '[/THINK]',
  tag,
  '</parameter>\n</function>\n</tool_call>',
  '{"action": "search", "action_input": {}}',
  '{"action": "search", "action_input": {"t": "a\n',
  '"}}',
  '[TOOL_CALLS]write[ARGS]{"a": "',
  '<|channel|>final<|message|>',
  'x<｜tool▁sep｜>{"a": "b\n',
  '{"name": "search", "parameters": {"q": "',
  'f(x',
  '> ',
  '\n',
  'prose',
];

const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 9 }).map((all) => all.join(''));
const closing = /<\/(?:think|thinking|reasoning)>|\[\/think\]/i;

/** The reply up to where the stream says that an observation has begun. */
function untilObservation(text: string): string | undefined {
  const reader = createStepStream();
  for (const [index, character] of [...text].entries()) {
    reader.push(character);
    if (reader.observationBegun) return [...text].slice(0, index + 1).join('');
  }
  return undefined;
}

function shownThought(text: string): string {
  const reader = createStepStream();
  const deltas = [...text].flatMap((character) => reader.push(character));
  return deltas.map((delta) => (delta.kind === 'thought' ? delta.text : '')).join('');
}

describe('observationBegun', () => {
  it('P9 property: nothing that follows changes the step, unless it closes reasoning', () => {
    fc.assert(
      fc.property(texts, texts, (text, continuation) => {
        const read = untilObservation(text);
        if (read === undefined) return;
        const whole = text + continuation;
        fc.pre(!closing.test(whole.slice(read.length)));
        expect(parseStep(whole)).toEqual(parseStep(read));
      }),
      { numRuns: 3000 },
    );
  });

  it('is false inside of the arguments of a call', () => {
    for (const text of [
      `Thought: I write.\nAction:\n${tag}Observation: 3 birds\n`,
      `${tag}Observation: 3 birds\n`,
      `I write it: ${tag}Observation: 3 birds\n`,
      'Action:\n{"action": "write", "action_input": {"t": "\nObservation: 3',
      'Action: write[a\nObservations: 3',
      'Final Answer: ```\nObservation: 3',
      'Thought: <think>\nObservation: 3',
      `Final Answer:\n\`\`\`${'a'.repeat(300)}\nObservation: 3`,
      'Action: a\nAction Input: {"t": "\n```\n"}\nFinal Answer: x\n```\nObservation: y',
      'Final Answer: </think>\n{"action": "a", "action_input": {"t": "\nObservation: x',
    ]) {
      expect(untilObservation(text), text).toBeUndefined();
    }
  });

  it('is true behind a call, a thought and an answer', () => {
    for (const text of [
      'Action: a\nAction Input: {"q": "<b>"}\nObservation:',
      'Action: Search[a]\nObservation:',
      'Thought: so [1] it {is}\nObservation:',
      'Final Answer: 3\nObservation:',
      'Thought: <think>\nObservation: 3\n</think>\nSo.\nObservation:',
    ]) {
      expect(untilObservation(text), text).toBe(text);
    }
  });
});

describe('P3: what is shown of a thought', () => {
  it('ends before a call in its line or in a fence', () => {
    for (const call of [
      '<tool_call>{"name": "a", "arguments": {}}</tool_call>',
      '[TOOL_CALLS]write[ARGS]{"a": 1}',
      '{"action": "a", "action_input": {}}',
      '{\n"action": "a"}',
      '\n```json\n{"action": "a", "action_input": {}}\n```\n',
      '\n```\nAction: a\nAction Input: {}\n```\n',
    ]) {
      expect(shownThought(`I do it. ${call}\nand wait.`), call).toBe('I do it.');
    }
    expect(shownThought('Search[a]')).toBe('');
  });

  it('holds brackets, tags and code once it is known that they are no call', () => {
    const thought = 'See a[0], <b>x</b> and {x}.\n```js\nlet x;\n```\nThat is it.';
    expect(shownThought(`${thought}\nFinal Answer: 3`)).toBe(thought);
  });

  it('holds nothing of reasoning in it', () => {
    const reasoning = '<think>\nMaybe:\nFinal Answer: 41\n</think>';
    expect(shownThought(`Thought: ${reasoning} I know.\nFinal Answer: 3`)).toBe('I know.');
    expect(shownThought(`OK.\n${reasoning}\nI know.`)).toBe('OK.\n\nI know.');
  });
});

import { createStepStream, parseStep, type StepDelta } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Pushes the pieces; gives what was shown, and the step. */
function stream(pieces: readonly string[]) {
  const reader = createStepStream();
  const deltas = pieces.flatMap((piece) => reader.push(piece));
  return { shown: joinDeltas(deltas), begun: reader.observationBegun, detected: reader.end() };
}

function joinDeltas(deltas: readonly StepDelta[]) {
  const shown = { thought: '', answer: '' };
  for (const { kind, text } of deltas) shown[kind] += text;
  return shown;
}

const fragments = [
  'Thought: ',
  'Action: search\n',
  'Action Input: {"q": "a"}\n',
  'Final Answer: ',
  '**Final Answer:** ',
  'Observation: ',
  'Observation (lookup: x): ',
  'Observations = ',
  'Actions speak louder\n',
  '```\n',
  '```json\n',
  '<think>',
  '</think>\n',
  '<tool_call>{"name": "search", "arguments": {}}</tool_call>',
  '{"action": "search", "action_input": {}}',
  'Search[a]',
  '`code`',
  '\n',
  '\r\n',
  '\r',
  ' ',
  'some prose',
  'ob',
  '# ',
  '**',
  `${'long '.repeat(60)}`,
];

const replies = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 5 })), { maxLength: 14 })
  .map((parts) => parts.join(''));

/** A text and places to cut it. */
const cutReplies = replies.chain((text) =>
  fc.tuple(fc.constant(text), fc.array(fc.nat({ max: text.length }), { maxLength: 8 })),
);

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places, text.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

describe('createStepStream', () => {
  it('gives the verdict of the whole text on every split (P1)', () => {
    fc.assert(
      fc.property(cutReplies, ([text, places]) => {
        expect(stream(cut(text, places)).detected).toEqual(parseStep(text));
      }),
      { numRuns: 500 },
    );
  });

  it('shows the same on every split', () => {
    fc.assert(
      fc.property(cutReplies, ([text, places]) => {
        const whole = stream([text]);
        const pieces = stream(cut(text, places));
        const characters = stream([...text].flatMap((character) => [...character]));
        expect(pieces.shown).toEqual(whole.shown);
        expect(characters.shown).toEqual(whole.shown);
        expect([pieces.begun, characters.begun]).toEqual([whole.begun, whole.begun]);
      }),
      { numRuns: 500 },
    );
  });

  const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,5}$/).map((text) => `so ${text}`);
  const prose = fc.array(words, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));

  it('shows the thought and the answer of a well-formed reply exactly', () => {
    fc.assert(
      fc.property(prose, prose, fc.boolean(), (thought, answer, labelled) => {
        const text = `${labelled ? 'Thought: ' : ''}${thought}\nFinal Answer: ${answer}\n`;
        const { shown, detected } = stream([...text]);
        expect(detected.step).toMatchObject({ kind: 'final', thought, answer });
        expect(shown).toEqual({ thought, answer });
      }),
    );
  });

  it('shows a code block in an answer, and an observation that it quotes once it is closed', () => {
    const answer = 'Write:\n```\nObservation: 3\nThought: done\n```\nThat is all.';
    const { shown, detected, begun } = stream([...`Final Answer: ${answer}`]);
    expect(detected.step).toMatchObject({ kind: 'final', answer });
    expect({ shown, begun }).toEqual({ shown: { thought: '', answer }, begun: false });
  });

  it('shows nothing of a call, of reasoning, nor of an answer behind a call (P3)', () => {
    const call = 'Thought: I look.\nAction: search\nAction Input: {"q": "a"}\n';
    expect(stream([...`<think>Final Answer: no</think>${call}Final Answer: 3`]).shown).toEqual({
      thought: 'I look.',
      answer: '',
    });
    for (const other of [
      '{"thought": "I look.", "action": "search", "action_input": {}}',
      '```json\n{"action": "search", "action_input": {}}\n```',
      '<tool_call>\n{"name": "search", "arguments": {}}\n</tool_call>',
    ]) {
      expect(stream([...other]).shown).toEqual({ thought: '', answer: '' });
    }
  });

  it('says as soon as an observation is invented, and reads what came before it (P9)', () => {
    const call = 'Action: search\nAction Input: {"q": "a"}\n';
    const reader = createStepStream();
    reader.push(call);
    expect(reader.observationBegun).toBe(false);
    reader.push('Observ');
    reader.push('ation: it is 3');
    expect(reader.observationBegun).toBe(true);
    expect(reader.end().step).toMatchObject({
      kind: 'action',
      tool: 'search',
      flags: ['invented_observation'],
    });
  });

  it('reads a reply that was cut off as truncated', () => {
    const reader = createStepStream();
    reader.push('Final Answer: it is');
    expect(reader.end({ truncated: true }).step).toMatchObject({ code: 'truncated' });
    expect(reader.end().step).toMatchObject({ kind: 'final' });
  });
});

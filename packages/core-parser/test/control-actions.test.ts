import { describe, expect, it } from 'vitest';
import { controlWords, isControlWord, parseJsonStep, parseReactStep } from '../src/index.ts';

describe('control words', () => {
  it('T7: are known in every spelling', () => {
    const names = [
      'final',
      'FINAL',
      'Final Answer',
      'final_answer',
      'FinalAnswer',
      'finish',
      'give_up',
      'Give Up',
      'give-up',
      ' giveup ',
    ];
    for (const name of names) expect(isControlWord(name), name).toBe(true);
    for (const word of controlWords) expect(isControlWord(word)).toBe(true);
  });

  it('T7: other names are none', () => {
    for (const name of ['', 'finalize', 'search', 'give', 'answer', 'x'.repeat(100_000)]) {
      expect(isControlWord(name)).toBe(false);
    }
    expect(isControlWord(undefined as unknown as string)).toBe(false);
  });
});

describe('control words in the text form', () => {
  const read = (action: string, input: string) =>
    parseReactStep(`Thought: x\nAction: ${action}\nAction Input: ${input}`);

  it('T8: give_up takes {partial_answer, reason}', () => {
    expect(read('give_up', '{"partial_answer": "47", "reason": "outage"}')).toEqual({
      kind: 'give_up',
      thought: 'x',
      partial: '47',
      reason: 'outage',
      repaired: false,
      flags: [],
    });
  });

  it('T8: give_up takes a bare text, which is the reason, or nothing', () => {
    expect(read('Give Up', 'the search is down')).toMatchObject({
      reason: 'the search is down',
      partial: '',
    });
    expect(read('give_up', '"the search is down"')).toMatchObject({ reason: 'the search is down' });
    expect(parseReactStep('Action: give_up')).toMatchObject({
      kind: 'give_up',
      reason: '',
      partial: '',
    });
  });

  it('T8: are known in quotes and emphasis, also when the tools are known', () => {
    for (const name of ['"give_up"', '`give_up`', '**Give Up**']) {
      const text = `Action: ${name}\nAction Input: not a word [1]`;
      for (const options of [{}, { tools: ['search'] }]) {
        expect(parseReactStep(text, options)).toMatchObject({
          kind: 'give_up',
          reason: 'not a word [1]',
        });
      }
    }
  });

  it('T8: a partial answer that is no text is shown as JSON', () => {
    expect(read('give_up', '{"partial_answer": [1, 2], "reason": null}')).toMatchObject({
      partial: '[1,2]',
      reason: '',
    });
  });

  it('T8: final takes {answer} or a bare text', () => {
    for (const input of [
      '{"answer": "564 million"}',
      '"564 million"',
      '564 million',
      '```json\n{"answer": "564 million"}\n```',
    ]) {
      for (const word of ['final', 'Final Answer', 'finish', '`final`']) {
        expect(read(word, input), input).toMatchObject({ kind: 'final', answer: '564 million' });
      }
    }
    expect(read('final', '{"answer": 564}')).toMatchObject({ answer: '564' });
    expect(read('finish', '{"final_answer": "564"}')).toMatchObject({ answer: '564' });
  });

  it('T8: a text may hold an object and be no object', () => {
    expect(read('final', 'the set {"a": 1} is finite')).toMatchObject({
      answer: 'the set {"a": 1} is finite',
      flags: [],
    });
  });

  it('T8: an object without an answer is an error, as it may well be a surrender', () => {
    expect(read('finish', '{"return_type": "give_up"}')).toMatchObject({
      code: 'missing_action_input',
    });
  });

  it('T8: broken JSON never becomes an answer or a reason', () => {
    expect(read('final', '{"answer": "564')).toMatchObject({ code: 'truncated' });
    expect(read('give_up', '{"reason": "a" "b"}')).toMatchObject({ code: 'not_json' });
  });

  it('T8: final without an answer is empty', () => {
    expect(parseReactStep('Action: final')).toMatchObject({ code: 'empty' });
    expect(read('final', '{"answer": null}')).toMatchObject({ code: 'empty' });
    expect(read('final', '""')).toMatchObject({ code: 'empty' });
  });

  it('T8: text after the object is flagged', () => {
    expect(read('give_up', '{"reason": "x"} and more')).toMatchObject({
      kind: 'give_up',
      flags: ['text_after_input'],
    });
  });
});

describe('control words in the JSON form', () => {
  const read = (action: string, input: unknown) =>
    parseJsonStep(JSON.stringify({ thought: 'x', action, action_input: input }));

  it('T8: final takes {answer} with any value, a text, or another value that is no object', () => {
    expect(read('final', { answer: { total: 564 } })).toEqual({
      kind: 'final',
      thought: 'x',
      answer: { total: 564 },
      repaired: false,
      flags: [],
    });
    expect(read('Final', '564')).toMatchObject({ kind: 'final', answer: '564' });
    expect(read('final', [5, 6, 4])).toMatchObject({ kind: 'final', answer: [5, 6, 4] });
    expect(read('final', 0)).toMatchObject({ kind: 'final', answer: 0 });
    expect(read('final', false)).toMatchObject({ kind: 'final', answer: false });
  });

  it('T8: an object without an answer is an error', () => {
    expect(read('final', { return_type: 'give_up' })).toMatchObject({
      code: 'missing_action_input',
    });
    expect(read('final', {})).toMatchObject({ code: 'missing_action_input' });
  });

  it('T8: final without an answer is empty', () => {
    for (const input of [null, '', undefined, { answer: null }]) {
      expect(read('final', input)).toMatchObject({ code: 'empty' });
    }
  });

  it('T8: give_up takes {partial_answer, reason}, a text, or nothing', () => {
    expect(read('GIVE_UP', { partial_answer: '47', reason: 'outage' })).toMatchObject({
      kind: 'give_up',
      partial: '47',
      reason: 'outage',
    });
    expect(read('give up', 'outage')).toMatchObject({
      kind: 'give_up',
      partial: '',
      reason: 'outage',
    });
    expect(read('give_up', null)).toMatchObject({ kind: 'give_up', partial: '', reason: '' });
  });
});

import { describe, expect, it } from 'vitest';
import {
  isInvalidOptions,
  maxInputChars,
  parseJsonStep,
  parseReactStep,
  parseStep,
  type StepForm,
} from '../src/index.ts';

const tools = ['lookup', 'save'];

const calls: Record<'text' | 'json' | 'bracket', string> = {
  text: 'Thought: price?\nAction: lookup\nAction Input: {"item": "tea"}',
  json: '{"thought": "price?", "action": "lookup", "action_input": {"item": "tea"}}',
  bracket: 'Thought: price?\nAction: lookup[tea]',
};

const answers: Record<'text' | 'json' | 'bracket', string> = {
  text: 'Thought: done\nFinal Answer: 3 euros',
  json: '{"thought": "done", "action": "final", "action_input": "3 euros"}',
  bracket: 'Thought: done\nAction: Finish[3 euros]',
};

const forms = Object.keys(calls) as (keyof typeof calls)[];

describe('parseStep: detection', () => {
  it.each(forms)('P1: reads a call and an answer in the %s form, and says so', (form) => {
    const call = parseStep(calls[form], { tools });
    expect(call).toMatchObject({
      form,
      step: { kind: 'action', tool: 'lookup', thought: 'price?' },
    });
    const answer = parseStep(answers[form]);
    expect(answer).toMatchObject({ form, step: { kind: 'final', answer: '3 euros' } });
  });

  it('P1: reads what the readers of one form read', () => {
    expect(parseStep(calls.text).step).toEqual(parseReactStep(calls.text));
    expect(parseStep(calls.json).step).toEqual(parseJsonStep(calls.json));
  });

  it('P5: prose and a fence around a JSON step, and a label before it, change nothing', () => {
    const fenced = `\`\`\`json\n${calls.json}\n\`\`\``;
    for (const text of [
      `I look it up: ${calls.json}`,
      `I look it up.\n${fenced}\n`,
      `Action: ${calls.json}`,
      `Action:\n${calls.json}`,
      `I look it up.\n\nAction:\n${fenced}`,
    ]) {
      const { form, step } = parseStep(text, { tools });
      expect({ form, ...step }, text).toMatchObject({ form: 'json', kind: 'action', flags: [] });
    }
  });

  it('P5: the text before a JSON step without a thought is its thought', () => {
    const blob = '```json\n{"action": "lookup", "action_input": {}}\n```';
    for (const text of [`Thought: price?\nAction:\n${blob}`, `price?\n${blob}`]) {
      expect(parseStep(text).step, text).toMatchObject({ kind: 'action', thought: 'price?' });
    }
  });

  it('T8: the action "Final Answer" takes a text or any object', () => {
    const read = (input: unknown) =>
      parseStep(JSON.stringify({ action: 'Final Answer', action_input: input })).step;
    expect(read('3 euros')).toMatchObject({ kind: 'final', answer: '3 euros' });
    expect(read({ total: 3 })).toMatchObject({ kind: 'final', answer: { total: 3 } });
    expect(read({ answer: '3' })).toMatchObject({ kind: 'final', answer: '3' });
    expect(read({})).toMatchObject({ code: 'missing_action_input' });
    expect(read({ answer: null })).toMatchObject({ code: 'empty' });
  });

  it('P4: prose about a form is no sign of it', () => {
    for (const text of [
      'The price is 3 euros.',
      'I would write Action: lookup[tea] or {"action"} here.',
      'Use the keys {"action"} and {"action_input"}.',
      'The list is [1, 2] and lookup[tea] is a call.',
      '> Action: lookup[tea]',
      '- Final Answer: 3 euros',
    ]) {
      const { form, step } = parseStep(text, { tools });
      expect(form, text).toBe(undefined);
      expect(step, text).toMatchObject({ kind: 'parse_error', code: 'no_anchor' });
    }
  });

  it('P3: what stands behind a line Observation: is no sign', () => {
    const leaked = '<tool_call>{"name": "lookup", "arguments": {}}</tool_call>';
    const { step: waiting } = parseStep(`I wait.\nObservation: 3 euros\n${leaked}`, { tools });
    expect(waiting).toMatchObject({ code: 'no_anchor', flags: ['invented_observation'] });
    for (const form of forms) {
      const { step } = parseStep(`I wait.\nObservation: 3 euros\n${calls[form]}`, { tools });
      expect(step, form).toMatchObject({ code: 'no_anchor', flags: ['invented_observation'] });
      const { step: cut } = parseStep(`${calls[form]}\nObservation: 3\n${answers[form]}`, {
        tools,
      });
      expect(cut, form).toMatchObject({ kind: 'action', flags: ['invented_observation'] });
    }
  });

  it('P4: a broken step is an error of its own form', () => {
    const broken: [StepForm, string, string][] = [
      ['text', 'Action: lookup\nAction Input: {"item": "te', 'truncated'],
      ['text', 'Action: lookup', 'missing_action_input'],
      ['text', 'Action Input: {}', 'missing_action_name'],
      ['json', 'Here: {"thought": "x", "action": "lookup", "action_input": {"it', 'truncated'],
      ['json', '{"action": "lookup", "item": "tea"}', 'missing_action_input'],
      ['bracket', 'Action: lookup[te', 'truncated'],
    ];
    for (const [form, text, code] of broken) {
      expect(parseStep(text, { tools }), text).toMatchObject({ form, step: { code } });
    }
  });

  it('takes off reasoning and a fence, and refuses what is too long, in every form alike', () => {
    for (const form of forms) {
      const { step } = parseStep(`<think>${answers[form]}</think>\n${calls[form]}`, { tools });
      expect(step, form).toMatchObject({ kind: 'action', flags: ['reasoning_removed'] });
      const { step: fenced } = parseStep(`\`\`\`\n${calls[form]}\n\`\`\``, { tools });
      expect(fenced, form).toMatchObject({ kind: 'action', flags: [] });
    }
    const { form, step } = parseStep('x'.repeat(maxInputChars + 1));
    expect({ form, ...step }).toMatchObject({ form: undefined, code: 'too_large' });
    expect(parseStep(' \n ').step).toMatchObject({ code: 'empty' });
    expect(parseStep(undefined as unknown as string).step).toMatchObject({ code: 'empty' });
  });
});

describe('parseStep: two forms in one completion', () => {
  it('P4: none of two calls is chosen', () => {
    for (const first of forms) {
      for (const second of forms) {
        const { step } = parseStep(`${calls[first]}\n${calls[second]}`, { tools });
        expect(step, `${first} ${second}`).toMatchObject({ code: 'multiple_actions' });
      }
    }
  });

  it('P4: none of a call and an answer is chosen, and the text answer is not searched for calls', () => {
    for (const first of forms) {
      for (const second of forms.filter((form) => form !== first)) {
        const callFirst = parseStep(`${calls[first]}\n${answers[second]}`, { tools }).step;
        expect(callFirst, `${first} ${second}`).toMatchObject({ kind: 'parse_error' });
        const answerFirst = parseStep(`${answers[first]}\n${calls[second]}`, { tools }).step;
        const kind = first === 'text' ? 'final' : 'parse_error';
        expect(answerFirst, `${first} ${second}`).toMatchObject({ kind });
      }
    }
    const both = { code: 'both_action_and_final' };
    expect(parseStep(`${calls.bracket}\n${answers.text}`).step).toMatchObject(both);
    expect(parseStep(`${calls.json}\n${answers.text}`).step).toMatchObject(both);
    expect(parseStep(`${answers.json}\n${calls.text}`).step).toMatchObject(both);
  });

  it('P4: a broken step in a second form counts as well', () => {
    const { step } = parseStep(`${calls.json}\nAction: save\nAction Input: {"a": `, { tools });
    expect(step).toMatchObject({ code: 'multiple_actions' });
  });

  it('P4: a call that is all that follows counts, also behind the closing fence of the first', () => {
    for (const first of [calls.json, `\`\`\`json\n${calls.json}\n\`\`\``]) {
      for (const second of ['save[tea]', '{"name": "save", "parameters": {}}']) {
        const { step } = parseStep(`${first}\n${second}`);
        expect(step, `${first}\n${second}`).toMatchObject({ code: 'multiple_actions' });
      }
    }
  });

  it('P3: the arguments that an answer makes void are data as well', () => {
    const text = 'Action: save\nAction Input: {"action": "open"}\nFinal Answer: 3';
    expect(parseStep(text, { tools })).toMatchObject({ form: 'text', step: { kind: 'final' } });
  });

  it('P4: another form between a name and its input is seen', () => {
    const text = `Action: save\n${calls.json}\nAction Input: {}`;
    expect(parseStep(text, { tools }).step).toMatchObject({ kind: 'parse_error' });
  });

  it('P1: a sign inside of the arguments or the answer of another form is data', () => {
    const inArguments: Record<keyof typeof calls, string> = {
      text: `Action: save\nAction Input: {"note": ${JSON.stringify(Object.values(calls).join('\n'))}}`,
      json: JSON.stringify({
        action: 'save',
        action_input: { note: Object.values(calls).join('\n') },
      }),
      bracket: `Action: save[a\n${calls.json}\n${calls.text}]`,
    };
    for (const form of forms) {
      const { form: found, step } = parseStep(inArguments[form], { tools });
      expect({ found, ...step }, form).toMatchObject({ found: form, kind: 'action', tool: 'save' });
    }
    const raw = `Action: save\nAction Input: {"note": "\nAction: lookup[tea]\nFinal Answer: 3\n"}`;
    expect(parseStep(raw, { tools }).step).toMatchObject({ kind: 'action', tool: 'save' });
    const answer = `as in\n${calls.json}`;
    expect(parseStep(`Final Answer: ${answer}`).step).toMatchObject({ kind: 'final', answer });
  });
});

describe('parseStep: forms', () => {
  it('looks for the given forms only', () => {
    for (const form of forms) {
      const others = forms.filter((other) => other !== form);
      const { form: found, step } = parseStep(calls[form], { forms: others, tools });
      expect(step.kind, form).toBe('parse_error');
      expect(found === form, form).toBe(false);
      expect(parseStep(calls[form], { forms: [form], tools }).step.kind, form).toBe('action');
    }
    const mixed = `${calls.json}\n${calls.bracket}`;
    expect(parseStep(mixed, { forms: ['json'] }).step).toMatchObject({ kind: 'action' });
  });

  it('P4: the message of no_anchor names what to write in the first form', () => {
    const read = (...list: StepForm[]) => parseStep('I do not know.', { forms: list }).step;
    expect(read('bracket', 'text')).toHaveProperty(
      'message',
      expect.stringContaining('name[argument]'),
    );
    expect(read('json', 'text')).toHaveProperty(
      'message',
      expect.stringContaining('"action_input"'),
    );
    expect(read('text', 'json')).toHaveProperty(
      'message',
      expect.stringContaining('"Action Input:"'),
    );
    const byDefault = parseStep('I do not know.').step;
    expect(byDefault).toHaveProperty('message', expect.stringContaining('"Final Answer:"'));
    expect(byDefault).toMatchObject({ code: 'no_anchor' });
  });

  it('P4: without a sign a completion that was cut off is truncated', () => {
    const { step } = parseStep('I do not', { truncated: true });
    expect(step).toMatchObject({ code: 'truncated' });
  });

  it('an empty list and an unknown form are mistakes of the caller', () => {
    for (const list of [[], ['yaml'], ['text', 'Text'], 'text']) {
      let thrown: unknown;
      try {
        parseStep('x', { forms: list as StepForm[] });
      } catch (error) {
        thrown = error;
      }
      expect(isInvalidOptions(thrown), String(list)).toBe(true);
      expect(thrown).toMatchObject({ code: 'invalid_options' });
      expect(String(thrown)).toContain('bracket');
    }
  });
});

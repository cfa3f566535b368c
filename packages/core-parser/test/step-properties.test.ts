import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JsonObject,
  parseErrorCodes,
  parseStep,
  type ReactStep,
  type StepForm,
  stepForms,
} from '../src/index.ts';

const tools = ['lookup', 'save', 'submit'];

/** How each form writes a call. The bracket form has one text instead of an object. */
const writers: Record<StepForm, (tool: string, args: JsonObject) => string> = {
  text: (tool, args) => `Action: ${tool}\nAction Input: ${JSON.stringify(args)}`,
  json: (tool, args) => JSON.stringify({ action: tool, action_input: args }),
  bracket: (tool, args) => `Action 1: ${tool}[${args.input as string}]`,
  hermes: (tool, args) =>
    `<tool_call>\n${JSON.stringify({ name: tool, arguments: args })}\n</tool_call>`,
  llama: (tool, args) => JSON.stringify({ name: tool, parameters: args }),
  mistral: (tool, args) => `[TOOL_CALLS]${tool}[ARGS]${JSON.stringify(args)}`,
  deepseek: (tool, args) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${tool}<｜tool▁sep｜>${JSON.stringify(args)}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  harmony: (tool, args) =>
    `<|start|>assistant<|channel|>commentary to=functions.${tool} <|constrain|>json<|message|>${JSON.stringify(args)}<|call|>`,
};

/** Values of arguments that look like steps of all forms. */
const trickyText = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\n',
          'Action: save\n',
          'Action Input: {}\n',
          'Final Answer: 3',
          'Action 2: save[x]',
          '{"action": "save", "action_input": {}}',
          '</tool_call>',
          '<tool_call>',
          '```',
          '"',
          '\\',
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
);

const args = fc.record({ input: trickyText, count: fc.integer() });

/** Brackets in an argument of the bracket form are balanced, and no line of it is an observation. */
const bracketText = trickyText.map((text) =>
  text.replace(/[[\]]/g, '').replace(/observation/gi, ''),
);

const call = fc
  .constantFrom(...stepForms)
  .chain((form) =>
    fc.tuple(
      fc.constant(form),
      fc.constantFrom('lookup', 'save'),
      form === 'bracket' ? bracketText.map((input): JsonObject => ({ input })) : args,
    ),
  );

/** Prose that holds no sign of a form and no label. */
const prose = fc
  .array(fc.constantFrom('I look', 'the price', 'of', 'tea.', 'It is 3', 'euros,', '\n'), {
    maxLength: 8,
  })
  .map((words) => words.join(' ').trim());

/** Pieces of all forms, so that the texts made of them come close to being steps in several. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Thought: ',
        'Action: ',
        'Action 2: ',
        'Action Input: ',
        'Observation: ',
        'Final Answer: ',
        'lookup',
        'lookup[',
        'Finish[',
        ']',
        'submit',
      ),
      fc.constantFrom(
        '{"action": "lookup", "action_input": ',
        '{"name": "lookup", "arguments": ',
        '{"final_answer": ',
        '{}',
        '}',
        '{',
        '"',
        '"x"',
        ', ',
      ),
      fc.constantFrom(
        '<tool_call>',
        '</tool_call>',
        '[TOOL_CALLS]',
        '[ARGS]',
        '<｜tool▁call▁begin｜>',
        '<｜tool▁sep｜>',
        '<|channel|>',
        'final<|message|>',
        '<|call|>',
        '<|python_tag|>',
        '<think>',
        '</think>',
      ),
      fc.constantFrom('\n', '\n\n', '\r\n', ' ', '```', '```json\n', 'I will call it.'),
      call.map(([form, tool, input]) => writers[form](tool, input)),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

const anyOptions = fc.record(
  {
    forms: fc.uniqueArray(fc.constantFrom(...stepForms), { minLength: 1 }),
    tools: fc.array(fc.constantFrom('lookup', 'submit', 'Finish', '')),
    truncated: fc.boolean(),
  },
  { requiredKeys: [] },
);

function expectWellFormed(step: ReactStep): void {
  expect(typeof step.thought).toBe('string');
  if (step.kind === 'parse_error') {
    expect(parseErrorCodes).toContain(step.code);
    expect(step.message).not.toBe('');
  } else if (step.kind === 'action') {
    expect(step.tool.trim()).not.toBe('');
    expect(Object.getPrototypeOf(step.args)).toBe(Object.prototype);
  } else if (step.kind === 'final') expect(['', undefined, null]).not.toContain(step.answer);
  else expect(typeof step.reason).toBe('string');
}

describe('properties of parseStep', () => {
  it('P1: any text gives one of the four kinds, in one of the forms that were looked for', () => {
    const text = fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.string());
    fc.assert(
      fc.property(text, anyOptions, (completion, options) => {
        const { form, step } = parseStep(completion, options);
        expectWellFormed(step);
        if (form !== undefined) expect(options.forms ?? stepForms).toContain(form);
        else expect(step.kind).toBe('parse_error');
      }),
      { numRuns: 3000 },
    );
  });

  it('P1: a call in any form, with prose before it, is read as it was written', () => {
    fc.assert(
      fc.property(prose, call, (before, [form, tool, input]) => {
        const text = `${before}${before === '' ? '' : '\n'}${writers[form](tool, input)}`;
        const { form: found, step } = parseStep(text, { tools });
        expect({ found, ...step }).toMatchObject({ found: form, kind: 'action', tool });
        if (step.kind === 'action') expect(step.args).toEqual(input);
      }),
      { numRuns: 1000 },
    );
  });

  it('P1: it is read alike when only its form is looked for', () => {
    fc.assert(
      fc.property(call, ([form, tool, input]) => {
        const text = writers[form](tool, input);
        expect(parseStep(text, { tools, forms: [form] })).toEqual(parseStep(text, { tools }));
      }),
    );
  });

  it('P4: of two calls, in whichever forms, none is chosen', () => {
    fc.assert(
      fc.property(call, prose, call, (first, between, second) => {
        const texts = [first, second].map(([form, tool, input]) => writers[form](tool, input));
        const { step } = parseStep(texts.join(`\n${between}\n`), { tools });
        expect(step.kind).toBe('parse_error');
      }),
      { numRuns: 1000 },
    );
  });

  it('P4: of a call and a labelled answer behind it, none is chosen, or the answer by the rule of its form', () => {
    fc.assert(
      fc.property(call, prose, ([form, tool, input], answer) => {
        const text = `${writers[form](tool, input)}\nFinal Answer: x ${answer}`;
        const { step } = parseStep(text, { tools });
        expect(step.kind).toBe(form === 'text' ? 'final' : 'parse_error');
      }),
    );
  });

  it('P4: no head of a call that was cut off is a call with other arguments', () => {
    fc.assert(
      fc.property(call, fc.nat(), ([form, tool, input], cut) => {
        const text = writers[form](tool, input);
        const head = text.slice(0, cut % text.length);
        const { step } = parseStep(head, { tools, truncated: true });
        if (step.kind !== 'parse_error')
          expect(step).toMatchObject({ kind: 'action', args: input });
      }),
      { numRuns: 1000 },
    );
  });
});

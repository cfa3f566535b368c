import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, parseErrorCodes, parseStep, type ReactStep } from '../src/index.ts';
import { callWriters, nativeForms } from './leaked-calls.ts';

const markers = [
  '<tool_call>',
  '</tool_call>',
  '<function=search>',
  '</function>',
  '<parameter=q>',
  '</parameter>',
  '<tool_response>',
  '<|python_tag|>',
  '<|eom_id|>',
  '[TOOL_CALLS]',
  '[ARGS]',
  '[CALL_ID]',
  '[TOOL_RESULTS]',
  '[THINK]',
  '[/THINK]',
  '<｜tool▁calls▁begin｜>',
  '<｜tool▁call▁begin｜>',
  '<｜tool▁sep｜>',
  '<｜tool▁call▁end｜>',
  '<｜tool▁outputs▁begin｜>',
  '<|start|>',
  '<|channel|>',
  '<|message|>',
  '<|constrain|>',
  '<|end|>',
  '<|call|>',
  '<|return|>',
  '</think>',
];

/** Texts put together from the pieces of all native forms, so that they come close to being calls. */
const almostCall = fc
  .array(
    fc.oneof(
      fc.constantFrom(...markers),
      fc.constantFrom(
        'assistant',
        'final',
        'analysis',
        'commentary',
        ' to=functions.search',
        'user',
      ),
      fc.constantFrom('{', '}', '[', ']', '{}', '"', ':', ',', ';', '`', '```', '```json\n', '\n'),
      fc.constantFrom(
        'search',
        'function',
        '"name": "search"',
        '"arguments": {}',
        '"parameters": {"q": 1}',
        '{"name": "search", "arguments": {"q": "x"}}',
        'Observation: x\n',
        'Action: search\n',
        'Final Answer: x',
      ),
      fc.json({ maxDepth: 2 }),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

const anyOptions = fc.record(
  { tools: fc.array(fc.constantFrom('search', 'final', '')), truncated: fc.boolean() },
  { requiredKeys: [] },
);

const toolName = fc
  .stringMatching(/^[a-z][a-z0-9_]{2,15}$/)
  .filter((name) => !['final', 'finish', 'give_up', 'giveup', 'null', 'nil', 'none'].includes(name))
  .filter((name) => !['final_answer', 'finalanswer', 'nothing'].includes(name));

/** Strings with everything that means something outside of them. */
const hostileText = fc.oneof(
  fc.string(),
  fc
    .array(fc.constantFrom(...markers, '\nObservation: x\n', '"', '\\', '{', '}', '\n```\n'), {
      maxLength: 4,
    })
    .map((parts) => parts.join('')),
);

/** Objects as `JSON.parse` makes them, without the one key that is refused and integers that are kept as text. */
const jsonObject: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.string(),
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, false, 0, -1, 1.5, 42),
        hostileText,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
      ),
    })).value,
    { maxKeys: 4 },
  )
  .map((value) =>
    JSON.parse(JSON.stringify(value), (key, member) => (key === '__proto__' ? undefined : member)),
  );

/** Prose that holds what means something in other places. */
const prose = fc
  .array(
    fc.constantFrom(
      'I will',
      'look it up.',
      'the <tool_call> tag',
      'a [TOOL_CALLS] marker',
      'the <｜tool▁sep｜>',
      '`<|message|>`',
      '{x}',
      '[1]',
      '"quoted"',
      '5 < 6',
      '\n',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(' '));

function expectWellFormedStep(step: ReactStep): void {
  expect(typeof step.thought).toBe('string');
  expect(Array.isArray(step.flags)).toBe(true);
  if (step.kind === 'action') {
    expect(step.tool.trim()).not.toBe('');
    expect(Object.getPrototypeOf(step.args)).toBe(Object.prototype);
    expect(typeof step.rawArgs).toBe('string');
  } else if (step.kind === 'parse_error') {
    expect(parseErrorCodes).toContain(step.code);
    expect(step.message).not.toBe('');
  } else if (step.kind === 'final') {
    expect(step.answer ?? '').not.toBe('');
  }
}

describe('properties of leaked calls', () => {
  it('P1: any mixture of markers gives one of the four kinds with its fields', () => {
    fc.assert(
      fc.property(almostCall, anyOptions, (text, options) => {
        expectWellFormedStep(parseStep(text, { ...options, forms: nativeForms }).step);
        expectWellFormedStep(parseStep(text, options).step);
      }),
      { numRuns: 2000 },
    );
  });

  it('P1: the arguments of a call stand in the text, or in a string of it', () => {
    fc.assert(
      fc.property(almostCall, anyOptions, (text, options) => {
        const { step } = parseStep(text, { ...options, forms: nativeForms });
        if (step.kind !== 'action' || step.repaired) return;
        expect(text).toContain(step.rawArgs);
      }),
      { numRuns: 2000 },
    );
  });

  for (const [name, { form, write, think }] of Object.entries(callWriters)) {
    it(`P1: a call is read as it was written, after any prose: ${name}`, () => {
      fc.assert(
        fc.property(toolName, jsonObject, fc.boolean(), prose, (tool, args, pretty, before) => {
          fc.pre(!hasPrototype(args));
          const written = JSON.stringify(args, null, pretty ? 2 : 0);
          const detected = parseStep(think(before) + write(tool, written));
          expect(detected).toMatchObject({
            form,
            step: { kind: 'action', tool, rawArgs: written, repaired: false, flags: [] },
          });
          if (detected.step.kind !== 'action') return;
          expect(detected.step.args).toEqual(JSON.parse(written));
          expect(detected.step.thought).toBe(before.trim());
        }),
        { numRuns: 200 },
      );
    });

    it(`P1: no head of a call is read as a call with other arguments: ${name}`, () => {
      fc.assert(
        fc.property(toolName, jsonObject, fc.nat(), fc.boolean(), (tool, args, cut, truncated) => {
          fc.pre(!hasPrototype(args));
          const text = write(tool, JSON.stringify(args));
          const { step } = parseStep(text.slice(0, cut % text.length), { truncated });
          if (step.kind === 'parse_error') return;
          expect(step).toMatchObject({ kind: 'action', tool });
          if (step.kind === 'action') expect(step.args).toEqual(args);
        }),
        { numRuns: 500 },
      );
    });
  }
});

/** A `constructor` that holds `prototype` is refused. */
function hasPrototype(value: unknown): boolean {
  return JSON.stringify(value).includes('"constructor"');
}

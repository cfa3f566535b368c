import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, parseStep } from '../src/index.ts';

const parameterName = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_ ]{0,9}[a-z]$/);

/** Text that neither closes its parameter nor holds the tag of a call, and that is no JSON of an object or a list. */
const plainText = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '\n',
        '</function>',
        '</tool_call>',
        '<tool_call>',
        '{"a": 1',
        '"',
        'null',
        '5',
        '`',
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join('').replaceAll('\r', ''))
  .filter((text) => !/<\/?parameter|<function=|^\s*[[{]/.test(text));

const structured = fc
  .oneof(
    fc.array(fc.oneof(fc.string(), fc.boolean(), fc.constant(null)), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string(), { maxKeys: 3 }),
  )
  .filter((value) => !/parameter|function/.test(JSON.stringify(value)));

const parameters: fc.Arbitrary<[string, Json][]> = fc.uniqueArray(
  fc.tuple(parameterName, fc.oneof(plainText, structured) as fc.Arbitrary<Json>),
  { selector: ([name]) => name, maxLength: 4 },
);

function write(entries: readonly [string, Json][]): string {
  const body = entries.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `<parameter=${name}>\n${text}\n</parameter>\n`;
  });
  return `<tool_call>\n<function=write_file>\n${body.join('')}</function>\n</tool_call>`;
}

describe('properties of the parameters of Qwen3-Coder', () => {
  it('P1: are read as they were written', () => {
    fc.assert(
      fc.property(parameters, (entries) => {
        const { form, step } = parseStep(`I write it.\n${write(entries)}`);
        expect({ form, ...step }).toMatchObject({
          form: 'hermes',
          kind: 'action',
          tool: 'write_file',
          thought: 'I write it.',
          flags: [],
        });
        if (step.kind === 'action') expect(step.args).toEqual(Object.fromEntries(entries));
      }),
      { numRuns: 1000 },
    );
  });

  it('P1: no head of a call is read as a call with other arguments', () => {
    fc.assert(
      fc.property(parameters, fc.nat(), (entries, cut) => {
        const text = write(entries);
        const { step } = parseStep(text.slice(0, cut % text.length));
        if (step.kind === 'parse_error') return;
        expect(step).toMatchObject({ kind: 'action', tool: 'write_file' });
        if (step.kind === 'action') expect(step.args).toEqual(Object.fromEntries(entries));
      }),
      { numRuns: 1000 },
    );
  });
});

import type { Json } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolRegistry, defineTool, describeTool } from '../src/index.ts';
import { jsonSchema } from '../src/json-schema.ts';
import { accepts, condition, messagesOf } from './json-schema-support.ts';
import { call } from './support.ts';

describe('T2: what a JSON Schema accepts', () => {
  it.each<[name: string, schema: object | boolean, good: Json[], bad: Json[]]>([
    ['true', true, [1, null, {}], []],
    ['false', false, [], [1, null, {}]],
    ['type', { type: 'integer' }, [1, 2.0], [1.5, '1', null]],
    ['types', { type: ['string', 'null'] }, ['', null], [0, [], {}]],
    ['object is no list', { type: 'object' }, [{}], [[], null]],
    ['enum', { enum: [1, { a: [2] }] }, [1, { a: [2] }], [2, { a: [3] }, '1']],
    ['const, members in any order', { const: { a: 1, b: 2 } }, [{ b: 2, a: 1 }], [{ a: 1 }]],
    ['const null', { const: null }, [null], [0, false, {}]],
    ['length in characters', { minLength: 2, maxLength: 2 }, ['ab', '😀😀', 5], ['a', '😀', 'abc']],
    ['pattern, anywhere in the text', { pattern: 'b+' }, ['abc', 7], ['ac']],
    ['minimum and maximum', { minimum: 1, maximum: 2 }, [1, 2, 'x'], [0.9, 2.1]],
    ['exclusive bounds', { exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
    ['multiples of a fraction', { multipleOf: 0.1 }, [0.3, 12, 0], [0.35]],
    [
      'multiples of large whole numbers',
      { multipleOf: 10 },
      [5_000_000_000, 9_007_199_254_740_990],
      [5_000_000_003, 9_007_199_254_740_991],
    ],
    ['multiples of a thousand', { multipleOf: 1_000 }, [1_700_000_000_000], [1_700_000_000_123]],
    ['multiples of one', { multipleOf: 1 }, [1_000_000_000], [1_000_000_000.5]],
    [
      'multiples of cents',
      { multipleOf: 0.01 },
      [10_000_000.01, 0.07, 0.1 + 0.2],
      [10_000_000.005],
    ],
    ['multiples of a huge quotient', { multipleOf: 1e-300 }, [1e300], []],
    ['items', { items: { type: 'number' } }, [[], [1], 'x'], [['1']]],
    ['prefixItems', { prefixItems: [{ const: 1 }], items: false }, [[], [1]], [[2], [1, 1]]],
    [
      'items of draft-07',
      { items: [{ const: 1 }], additionalItems: { const: 2 } },
      [[1, 2]],
      [[1, 1]],
    ],
    ['minItems and maxItems', { minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
    ['uniqueItems', { uniqueItems: true }, [[1, '1', {}]], [[{ a: 1 }, { a: 1 }]]],
    ['contains', { contains: { const: 1 } }, [[2, 1]], [[], [2]]],
    ['no item at all', { contains: true }, [[1]], [[]]],
    [
      'bounds of contains',
      { contains: { const: 1 }, minContains: 0, maxContains: 1 },
      [[], [1]],
      [[1, 1]],
    ],
    ['required', { required: ['a'] }, [{ a: null }, 3], [{}]],
    ['names that objects inherit', { required: ['toString'] }, [{ toString: 1 }], [{}]],
    [
      'additionalProperties',
      { properties: { a: true }, additionalProperties: false },
      [{ a: 1 }, {}],
      [{ b: 1 }],
    ],
    [
      'patternProperties',
      { patternProperties: { '^a': { type: 'number' } }, additionalProperties: false },
      [{ a1: 1 }],
      [{ a1: '' }, { b: 1 }],
    ],
    ['propertyNames', { propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
    [
      'numbers of properties',
      { minProperties: 1, maxProperties: 1 },
      [{ a: 1 }],
      [{}, { a: 1, b: 1 }],
    ],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
    ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, [{ b: 1 }], [{ a: 1 }]],
    ['allOf', { allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [0, 3]],
    ['anyOf', { anyOf: [{ const: 1 }, { type: 'string' }] }, [1, 'x'], [2]],
    ['oneOf', { oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [1.5]],
    ['not', { not: { type: 'string' } }, [1], ['x']],
    ['if', condition({ const: 1 }, false, { type: 'string' }), ['x'], [1, 2]],
    [
      '$ref beside other keywords',
      { $defs: { n: { type: 'number' } }, $ref: '#/$defs/n', minimum: 1 },
      [1],
      [0, 'x'],
    ],
    [
      '$ref by pointer with escapes',
      { definitions: { 'a/b~%': { const: 1 } }, $ref: '#/definitions/a~1b~0%25' },
      [1],
      [2],
    ],
    ['$ref by anchor', { $defs: { n: { $anchor: 'n', const: 1 } }, $ref: '#n' }, [1], [2]],
    [
      '$ref to itself, deeper in',
      { properties: { next: { $ref: '#' } }, additionalProperties: false },
      [{ next: { next: {} } }],
      [{ next: { other: 1 } }],
    ],
    ['format and unknown keywords: not checked', { format: 'email', 'x-note': 1 }, ['x'], []],
  ])('%s', (_name, schema, good, bad) => {
    for (const value of good) expect(messagesOf(schema, value)).toEqual([]);
    for (const value of bad) expect(accepts(schema, value)).toBe(false);
  });

  it('agrees with zod about schemas that zod writes', () => {
    const schemas = [
      z.strictObject({ a: z.number().min(1), b: z.optional(z.array(z.string().max(2))) }),
      z.union([z.strictObject({ kind: z.literal('a'), n: z.int() }), z.array(z.boolean()).max(2)]),
      z.record(z.string(), z.nullable(z.number())),
      z.tuple([z.string(), z.number()]).rest(z.boolean()),
    ];
    const pairs = schemas.map((schema) => ({ schema, ours: jsonSchema(z.toJSONSchema(schema)) }));
    const scalar = fc.constantFrom<unknown>('a', 'abc', 0, 1, 1.5, true, null);
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'n'), fc.oneof(scalar, fc.array(scalar)), {
        noNullPrototype: true,
      }),
    );
    fc.assert(
      fc.property(value, (given) => {
        for (const { schema, ours } of pairs) {
          const isOurs = !('issues' in ours['~standard'].validate(given as never));
          expect(isOurs).toBe(schema.safeParse(given).success);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('T2: schemas that are refused when they are made', () => {
  it.each<[name: string, schema: unknown, message: RegExp]>([
    ['no schema at all', 'string', /must be a schema: an object, true or false/],
    [
      'an unknown type',
      { type: 'text' },
      /#\/type must be one of array, boolean, .* or a list of different ones/,
    ],
    [
      'a keyword of the wrong shape',
      { properties: { a: { required: 'b' } } },
      /#\/properties\/a\/required must be a list of texts/,
    ],
    [
      'a bound that is no number',
      { exclusiveMinimum: true },
      /#\/exclusiveMinimum must be a number/,
    ],
    ['a pattern that is none', { pattern: '(' }, /has a pattern that is no regular expression/],
    ['a remote reference', { $ref: 'https://example.com/s.json' }, /not fetched/],
    ['a reference to nothing', { $ref: '#/$defs/x' }, /leads nowhere/],
    ['a reference to what is no schema', { $ref: '#/title', title: 'x' }, /must be a schema/],
    [
      'unevaluatedProperties',
      { unevaluatedProperties: false },
      /#\/unevaluatedProperties is not supported/,
    ],
    ['$dynamicRef', { items: { $dynamicRef: '#x' } }, /\$dynamicRef is not supported/],
    ['an $id inside', { $defs: { a: { $id: 'x' } } }, /has an \$id of its own/],
  ])('%s', (_name, schema, message) => {
    expect(() => jsonSchema(schema as object)).toThrow(
      expect.objectContaining({ code: 'invalid_schema', message: expect.stringMatching(message) }),
    );
  });

  it('one that is nested without end', () => {
    let schema: object = {};
    for (let depth = 0; depth < 1_000; depth++) schema = { not: schema };
    expect(() => jsonSchema(schema)).toThrow(/nested|must be a schema/);
  });
});

describe('T2: a tool with a JSON Schema', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', maximum: 7 } },
    required: ['city'],
    additionalProperties: false,
  };
  const forecast = defineTool({
    name: 'forecast',
    description: 'Tells the weather.',
    input: jsonSchema<{ city: string; days?: number }>(schema),
    effect: 'pure',
    execute: ({ city, days = 1 }) => `${city}: sun for ${days} days`,
  });
  const dispatch = (args: Parameters<typeof call>[1]) =>
    createToolRegistry({ tools: [forecast] }).dispatch(call('forecast', args));

  it('shows the schema to the model and gets arguments that fit', async () => {
    const { $schema: _dialect, ...shown } = schema;
    expect(forecast.parameters).toEqual(shown);
    expect((await dispatch({ city: 'Paris', days: 2 })).text).toBe('Paris: sun for 2 days');
  });

  it('tells what is wrong without repeating values', async () => {
    const { text } = await dispatch({ days: 'k3y-1234', planet: 'k3y-1234' });
    expect(text).toBe(
      'ERROR[forecast]: InvalidArguments: city: is missing, expected string; ' +
        'days: expected integer, received string; planet: there is no such property (received string)',
    );
    expect((await dispatch({ city: 'Paris', days: 9 })).text).toContain('days: must be at most 7');
  });

  it('does not let a schema write control tokens into a prompt', () => {
    const input = jsonSchema({
      type: 'object',
      properties: { a: { enum: ['<|im_start|>system'] } },
    });
    const tool = defineTool({
      name: 't',
      description: 'd',
      input,
      effect: 'pure',
      execute: () => 1,
    });
    expect(describeTool(tool)).not.toContain('<|im_start|>');
  });
});

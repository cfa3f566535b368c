import type { Json } from '@loopwright/core-parser';
import { describe, expect, it, vi } from 'vitest';
import { jsonSchema } from '../src/json-schema.ts';
import { accepts, condition, messagesOf } from './json-schema-support.ts';

describe('T3: a hostile schema neither hangs nor throws', () => {
  it('references that double with every level', () => {
    const $defs: Record<string, object> = { d0: { type: 'object' } };
    for (let level = 1; level <= 60; level++) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = { allOf: [{ $ref }, { $ref }] };
    }
    expect(messagesOf({ $defs, $ref: '#/$defs/d60' }, {})).toEqual([
      ': the schema is too costly to check',
    ]);
  });

  it('members that are checked twice on every level', () => {
    const $ref = '#/$defs/s';
    const s = { properties: { a: { allOf: [{ $ref }, { $ref }] } } };
    let value: Json = {};
    for (let depth = 0; depth < 60; depth++) value = { a: value };
    expect(messagesOf({ $defs: { s }, $ref }, value)).toEqual([
      ': the schema is too costly to check',
    ]);
  });

  it('a reference to itself on the same value', () => {
    const schema = {
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    };
    expect(messagesOf(schema, 1)).toEqual([': the schema refers to itself without end']);
  });

  it('a long list with uniqueItems is within what its size allows', () => {
    const list = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    expect(accepts({ uniqueItems: true, items: { type: 'object' } }, list)).toBe(true);
  });

  it('tells of few issues, however many there are', () => {
    expect(messagesOf({ items: false }, Array(5_000).fill(0)).length).toBe(20);
  });
});

describe('T3: the work of a check is counted', () => {
  const costly = [': the schema is too costly to check'];
  const times = (count: number, schema: object) => ({ allOf: Array(count).fill(schema) });
  const object = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, [`k${index}`]]));

  /** How many texts were written as JSON meanwhile: the work that grew with the schema. */
  function textsWritten(validate: () => void): number {
    const spy = vi.spyOn(JSON, 'stringify');
    try {
      validate();
      return spy.mock.calls.length;
    } finally {
      spy.mockRestore();
    }
  }

  it('a large value of an enum or a const is written once, when the schema is made', () => {
    const big = object(500);
    for (const items of [{ enum: [big, { ...big, more: 1 }] }, { const: big }]) {
      const check = jsonSchema<unknown>({ items })['~standard'];
      const written = textsWritten(() => check.validate(Array(2_000).fill({})));
      expect(written).toBeLessThan(50_000);
    }
  });

  it('a message that nobody reads is not made', () => {
    const choices = Array.from({ length: 20 }, () => object(20));
    const check = jsonSchema<unknown>({ items: { not: {}, anyOf: [{ enum: choices }] } });
    expect(textsWritten(() => check['~standard'].validate(Array(1_000).fill(0)))).toBeLessThan(
      10_000,
    );
  });

  it.each<[name: string, schema: object, value: Json]>([
    [
      'properties that depend on each other, for every item',
      { items: { dependentRequired: object(3_000) } },
      Array(2_000).fill({}),
    ],
    ['unique items, again and again', times(2_000, { uniqueItems: true }), [object(500)]],
    ['a length, again and again', times(100, { minLength: 1 }), 'x'.repeat(100_000)],
    ['an enumeration, again and again', times(100, { enum: [1] }), 'x'.repeat(100_000)],
  ])('%s', (_name, schema, value) => {
    expect(messagesOf(schema, value)).toEqual(costly);
  });

  it('a type is listed once', () => {
    expect(() => jsonSchema({ type: Array(10_000).fill('string') })).toThrow(/different ones/);
    expect(() => jsonSchema({ type: [] })).toThrow(/#\/type must be one of array/);
  });
});

describe('T2: a text that is too long for a pattern is refused, whatever the pattern is for', () => {
  const long = `${'x'.repeat(10_000)} DROP TABLE`;
  const pattern = 'DROP TABLE';

  it.each<[name: string, schema: object, value: Json, path: string]>([
    ['a pattern', { pattern }, long, ''],
    ['not', { properties: { q: { not: { pattern } } } }, { q: long }, 'q'],
    ['a condition', condition({ pattern }, false, true), long, ''],
    ['oneOf', { oneOf: [true, { pattern }] }, long, ''],
    ['forbidden names', { patternProperties: { '^x': false } }, { [long]: 1 }, long],
  ])('%s', (_name, schema, value, path) => {
    expect(messagesOf(schema, value)).toEqual([
      `${path}: is too long for a pattern, which is run on at most 10000 characters`,
    ]);
  });
});

describe('ignored patterns', () => {
  const ignore = { patterns: 'ignore' } as const;
  const evil = '^(a+)+$';

  it('never run, and in doubt a value is accepted', () => {
    const text = `${'a'.repeat(100)}!`;
    expect(accepts({ pattern: evil }, text, ignore)).toBe(true);
    expect(
      accepts(
        { patternProperties: { [evil]: false }, additionalProperties: false },
        { [text]: 1 },
        ignore,
      ),
    ).toBe(true);
    expect(accepts({ pattern: '(' }, 'a', ignore)).toBe(true);
  });

  it.each<[name: string, schema: object]>([
    ['not', { not: { pattern: 'x' } }],
    ['oneOf', { oneOf: [{ pattern: 'x' }, { pattern: 'y' }] }],
    ['if', condition({ pattern: 'x' }, false, true)],
    ['maxContains', { contains: { pattern: 'x' }, maxContains: 0, minContains: 0 }],
  ])('do not turn into a refusal inside %s', (_name, schema) => {
    const value = 'maxContains' in schema ? ['a'] : 'a';
    expect(accepts(schema, value, ignore)).toBe(true);
  });

  it('leave the other keywords as they are', () => {
    expect(accepts({ pattern: evil, maxLength: 1 }, 'aa', ignore)).toBe(false);
    expect(accepts({ not: { pattern: evil, maxLength: 1 } }, 'aa', ignore)).toBe(true);
  });
});

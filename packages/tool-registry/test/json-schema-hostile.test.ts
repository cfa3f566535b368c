import type { Json } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
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

import { describe, expect, it } from 'vitest';
import { isToolDefinitionError } from '../src/index.ts';
import { jsonSchema } from '../src/json-schema.ts';
import { accepts, messagesOf } from './json-schema-support.ts';

describe('T2: options of jsonSchema that cannot be meant are refused', () => {
  it.each<[name: string, options: unknown, message: RegExp]>([
    ['a text', 'ignore', /takes an object of options: patterns/],
    ['null', null, /takes an object of options: patterns/],
    ['another name', { pattern: 'ignore' }, /no option "pattern"\. The options are patterns/],
    ['another word', { patterns: 'off' }, /patterns must be 'check' or 'ignore', not "off"/],
    ['true', { patterns: true }, /patterns must be 'check' or 'ignore', not true/],
  ])('%s', (_name, options, message) => {
    let refusal: unknown;
    try {
      jsonSchema({ pattern: '^(a+)+$' }, options as never);
    } catch (error) {
      refusal = error;
    }
    expect(isToolDefinitionError(refusal) && refusal.code).toBe('invalid_option');
    expect(String(refusal)).toMatch(message);
  });

  it('a pattern that is no regular expression is told with what helps', () => {
    expect(() => jsonSchema({ properties: { a: { pattern: '\\-' } } })).toThrow(
      /^JSON Schema: #\/properties\/a has a pattern .* flag u: "\\\\-"\. .* patterns: 'ignore'/,
    );
  });
});

describe('T2: what is no JSON fits no schema', () => {
  const circle: Record<string, unknown> = {};
  Object.assign(circle, { one: circle, two: circle });

  it.each<[kind: string, value: unknown]>([
    ['function', () => 'x'],
    ['bigint', 1n],
    ['symbol', Symbol('x')],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
  ])('%s', (kind, value) => {
    expect(messagesOf({ type: 'string' }, value)).toEqual([`: must be JSON, not ${kind}`]);
    expect(messagesOf(true, { a: [circle, value] })).toEqual([`a.1: must be JSON, not ${kind}`]);
  });

  it('what has a JSON form is checked in it and given back as it is', () => {
    const value = { at: new Date(0), tags: new Set(['a']), none: undefined };
    const schema = jsonSchema<unknown>({
      properties: { at: { const: '1970-01-01T00:00:00.000Z' }, tags: { minItems: 1 }, none: false },
    });
    expect(schema['~standard'].validate(value)).toEqual({ value });
    expect(accepts({ type: 'object' }, circle)).toBe(true);
  });
});

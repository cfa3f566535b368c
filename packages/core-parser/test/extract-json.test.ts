import { describe, expect, it } from 'vitest';
import { extractJson, maxInputChars, maxJsonDepth } from '../src/index.ts';

const valueIn = (text: string) => {
  const reading = extractJson(text);
  return reading.ok ? reading.value : `error ${reading.code}`;
};

describe('extractJson', () => {
  it('P5: gives the object, its own text and what follows', () => {
    expect(extractJson('Here: {"a":  1} and {"b": 2}')).toEqual({
      ok: true,
      value: { a: 1 },
      raw: '{"a":  1}',
      repaired: false,
      rest: ' and {"b": 2}',
    });
  });

  it('P5: a fence is taken off, and the rest begins after it', () => {
    const reading = extractJson('Sure:\n```json\n{"a": 1}\n```\nDone.');
    expect(reading).toMatchObject({ value: { a: 1 }, rest: '\nDone.' });
  });

  it('P5: a fenced object comes before objects in the prose', () => {
    expect(valueIn('From {"a": ...} follows {"b": 0}:\n```json\n{"a": 1}\n```')).toEqual({ a: 1 });
    expect(valueIn('```py\nx = 1\n{"b": 2}\n```\n```json\n{"a": 1}\n```')).toEqual({ a: 1 });
    expect(valueIn('```py\nx = {1}\n```\n```json\n\n  {"a": 1}\n```')).toEqual({ a: 1 });
  });

  it('P5: braces and brackets of prose are passed over', () => {
    for (const prose of ['if (x) { y } ', 'see [1] ', 'a [link](url) ', '{{name}} ', '[INST] ']) {
      expect(valueIn(`${prose}{"a": 1}`), prose).toEqual({ a: 1 });
    }
  });

  it('a part of a broken object is never taken for the whole', () => {
    expect(valueIn('{"a": "x" y", "b": {"c": 1}}')).toBe('error not_json');
    expect(valueIn('{"a": oops, "b": {"c": 1}}')).toBe('error not_json');
    expect(valueIn('{"a\\d{"c": 1}": 2}')).toBe('error not_json');
    expect(valueIn('[{"c": 1}, oops]')).toBe('error not_json');
    expect(valueIn('[oops, {"c": 1}]')).toEqual({ c: 1 });
  });

  it('what a brace too many cuts off is an error', () => {
    expect(valueIn('{"a": 1}, "b": 2}')).toBe('error not_json');
    expect(valueIn('{"a": 1}, {"b": 2}')).toBe('error not_json');
    expect(valueIn('{"a": 1}, as you see.')).toEqual({ a: 1 });
  });

  it('P4: text, numbers and lists are no objects', () => {
    for (const text of ['"{\\"a\\": 1}"', '42', 'null', '[]', '[{"a": 1}]', "see [{'a': 1}]"]) {
      expect(valueIn(text), text).toBe('error not_object');
    }
    expect(valueIn('')).toBe('error empty');
    expect(valueIn(' \n')).toBe('error empty');
    expect(valueIn('no object')).toBe('error not_json');
  });

  it('is never {} for what cannot be read', () => {
    for (const text of [
      '{',
      '{]',
      '{,}',
      '{:}',
      '{"a"}',
      '{1: 2}',
      '{a b}',
      '{"a": }',
      '{"a": undefined}',
    ]) {
      expect(extractJson(text).ok, text).toBe(false);
    }
  });
});

describe('extractJson: the tolerant reader', () => {
  it('reads JSON5 and says that it did', () => {
    const text = `{
      // a comment
      unquoted: 'single "quotes"', $dollar_1: .5, /* another */
      hex: 0x1F, plus: +3, point: 5., escapes: '\\x41\\v\\'', joined: "a\\
b",
      list: [1, 2,],
    }`;
    expect(extractJson(text)).toMatchObject({
      repaired: true,
      value: {
        unquoted: 'single "quotes"',
        $dollar_1: 0.5,
        hex: 31,
        plus: 3,
        point: 5,
        escapes: "A\v'",
        joined: 'ab',
        list: [1, 2],
      },
    });
  });

  it('says of each tolerance by itself that it repaired', () => {
    const texts = [
      "{'a': 1}",
      '{a: 1}',
      '{"a": 1,}',
      '{"a": [1,]}',
      '{"a": True}',
      '{"a": None}',
      '{"a": +1}',
      '{"a": .5}',
      '{"a": 5.}',
      '{"a": 0x1}',
      '{"a": "\n"}',
      '{"a": "\t"}',
      '{"a": "\\x41"}',
      '{"a": "\\\'"}',
      '{"a": "\\\n"}',
      '{"a": 1 /* x */}',
      '{"a": 1 // x\n}',
      '{\u00a0"a": 1}',
      '{"a": 1\f}',
    ];
    for (const text of texts) {
      expect(extractJson(text), text).toMatchObject({ ok: true, repaired: true });
      expect(() => JSON.parse(text), text).toThrow();
    }
  });

  it('an escape that JSON does not have is refused: whether its backslash counts is unknown', () => {
    for (const sequence of ['\\d', '\\_', '\\$', '\\0', '\\u12G4', '\\xZZ']) {
      expect(valueIn(`{"a": "${sequence}"}`), sequence).toBe('error not_json');
    }
  });

  it('what is left open is truncated and never closed', () => {
    const whole = '{"a": {"b": [1, "x", true, null, 1.5e3]}, c: \'y\' /* z */, "d": "\\u0041\\n"}';
    expect(extractJson(whole).ok).toBe(true);
    for (let length = 1; length < whole.length; length += 1) {
      expect(extractJson(whole.slice(0, length)), whole.slice(0, length)).toMatchObject({
        code: 'truncated',
      });
    }
  });

  it('with truncated, what cannot be read is truncated', () => {
    expect(extractJson('I think', { truncated: true })).toMatchObject({ code: 'truncated' });
    expect(extractJson('42', { truncated: true })).toMatchObject({ code: 'not_object' });
    expect(extractJson('{"a": 1}', { truncated: true })).toMatchObject({ ok: true });
  });

  it('integers beyond 2^53 are kept as text, in valid JSON as well', () => {
    expect(
      valueIn('{"a": 12345678901234567890, "b": -9007199254740993, "c": 9007199254740991}'),
    ).toEqual({
      a: '12345678901234567890',
      b: '-9007199254740993',
      c: 9007199254740991,
    });
    expect(valueIn('{"a": 1e30, "b": 12345678901234567890.0}')).toEqual({
      a: 1e30,
      b: 12345678901234567000,
    });
  });

  it('numbers that neither JSON nor JSON5 has are refused', () => {
    for (const number of ['01', '1.2.3', '1-2', '0x', '1e', '.', '-', '1_000', '1a']) {
      expect(valueIn(`{"a": ${number}}`), number).toBe('error not_json');
    }
  });

  it('a key with an escape is never read as a key with a backslash that was read before', () => {
    // JSON.parse of V8 does this: nodejs/node#63785.
    expect(valueIn('{"b": 1, "a\\\\": 2}')).toEqual({ b: 1, 'a\\': 2 });
    expect(valueIn('{"b": 1, "a\\n": 2}')).toEqual({ b: 1, 'a\n': 2 });
    expect(valueIn('{"b": 1, "a\\"": 2}')).toEqual({ b: 1, 'a"': 2 });
  });
});

describe('extractJson: what is refused at the boundary', () => {
  it('every duplicate key, at any depth, however it is spelt', () => {
    for (const text of [
      '{"a": 1, "a": 1}',
      '{"a": 1, "\\u0061": 2}',
      "{a: 1, 'a': 2}",
      '{"x": [{"b": 1, "b": 2}]}',
    ]) {
      expect(valueIn(text), text).toBe('error duplicate_key');
    }
    expect(valueIn('{"a": {"a": 1}, "b": {"a": 2}}')).toEqual({ a: { a: 1 }, b: { a: 2 } });
  });

  it('__proto__ at any depth, however it is spelt', () => {
    for (const text of ['{"__proto__": 1}', '{__proto__: 1}', '{"a": [{"\\u005f_proto__": {}}]}']) {
      expect(valueIn(text), text).toBe('error forbidden_key');
    }
  });

  it('constructor with prototype, and only that', () => {
    expect(valueIn('{"constructor": {"prototype": null}}')).toBe('error forbidden_key');
    expect(valueIn('{"constructor": "Renault", "prototype": 1, "toString": 2}')).toEqual({
      constructor: 'Renault',
      prototype: 1,
      toString: 2,
    });
  });

  it('more levels or characters than the limits', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(extractJson(nested(maxJsonDepth)).ok).toBe(true);
    expect(valueIn(nested(maxJsonDepth + 1))).toBe('error too_large');
    expect(valueIn('['.repeat(100_000))).toBe('error too_large');
    expect(valueIn(`{"a": "${'x'.repeat(maxInputChars)}"}`)).toBe('error too_large');
  });

  it('what is not a string', () => {
    expect(extractJson(42 as unknown as string)).toMatchObject({ code: 'empty' });
  });
});

import { describe, expect, it } from 'vitest';
import { extractJson } from '../src/index.ts';

const valueIn = (text: string) => {
  const reading = extractJson(text);
  return reading.ok ? reading.value : `error ${reading.code}`;
};

describe('public reports: JSON written by models', () => {
  it('PARSE-034: backticks inside a string do not end the fence', () => {
    expect(valueIn('```json\n{"text": "put ```py\\nx = 1\\n``` there"}\n```')).toEqual({
      text: 'put ```py\nx = 1\n``` there',
    });
  });

  it('PARSE-035: inline code before the object is no object', () => {
    expect(valueIn('Take `that` one: {"n": 5}')).toEqual({ n: 5 });
  });

  it('PARSE-055: Python literals are read as such and not inside strings', () => {
    expect(valueIn("{'deep': True, 'memo': None, 'name': 'None of it is True'}")).toEqual({
      deep: true,
      memo: null,
      name: 'None of it is True',
    });
  });

  it('PARSE-056: a single-quoted value keeps its commas', () => {
    expect(valueIn("{'file': '/tmp/b.md', 'body': 'red, green, blue'}")).toEqual({
      file: '/tmp/b.md',
      body: 'red, green, blue',
    });
  });

  it('PARSE-058: an escaped quote does not end a value', () => {
    expect(valueIn('{"name": "a \\"small\\", blue one"}')).toEqual({ name: 'a "small", blue one' });
  });

  it('PARSE-059: a line like a member inside a string makes no member', () => {
    expect(valueIn('{"code": "first\nredo: (s: State) => void;"}')).toEqual({
      code: 'first\nredo: (s: State) => void;',
    });
  });

  it('PARSE-060: raw line breaks in a string are kept', () => {
    expect(valueIn('{"body": "top\n\nbottom"}')).toEqual({ body: 'top\n\nbottom' });
  });

  it('PARSE-062: unescaped quotes inside a string are an error, not a shorter value', () => {
    expect(valueIn('{"body": "a 32" screen"}')).toBe('error not_json');
  });

  it('PARSE-063: typographic quotes as delimiters are an error, not {}', () => {
    expect(valueIn('{“file”: “/tmp/y”}')).toBe('error not_json');
  });

  it('PARSE-064: typographic quotes inside a value stay', () => {
    expect(valueIn('{"body": "he said “no”"}')).toEqual({ body: 'he said “no”' });
  });

  it('PARSE-069: a key __proto__ is refused', () => {
    expect(valueIn('{"q": "y", "__proto__": {"isOwner": true}}')).toBe('error forbidden_key');
    expect(({} as Record<string, unknown>).isOwner).toBeUndefined();
  });

  it('PARSE-070: a constructor that holds prototype is refused', () => {
    expect(valueIn('{"b": {"constructor": {"prototype": {"spoilt": 1}}}}')).toBe(
      'error forbidden_key',
    );
  });

  it('PARSE-073: NaN and Infinity are refused and not turned into null', () => {
    for (const word of ['NaN', 'Infinity', '-Infinity', '+Infinity', '1e999']) {
      expect(valueIn(`{"x": ${word}}`), word).toBe('error not_json');
    }
  });
});

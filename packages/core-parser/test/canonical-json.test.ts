import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digest, digestText, type Json } from '../src/index.ts';

describe('canonicalJson', () => {
  it('T6: sorts keys at every depth, keeps the order of lists, writes no white space', () => {
    expect(canonicalJson({ b: [3, { d: 1, c: null }], a: 'x y', '10': 1, '9': 2 })).toBe(
      '{"10":1,"9":2,"a":"x y","b":[3,{"c":null,"d":1}]}',
    );
  });

  it('tells text from numbers, null and booleans', () => {
    const texts = [1, '1', true, 'true', null, 'null', [1], ['1'], {}, []].map((value) =>
      canonicalJson(value),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('LDET-026: circular and huge values make no exception, and a digest stays short', () => {
    const circular: Record<string, unknown> = { q: 'x' };
    circular.self = circular;
    expect(canonicalJson(circular as Json)).toBe('{"q":"x","self":"[circular]"}');
    expect(digest(circular as Json)).toHaveLength(32);
    expect(digest({ x: 'y'.repeat(5_000_000) })).toHaveLength(32);
  });

  it('is safe for values that are no Json', () => {
    expect(canonicalJson({ b: undefined, a: 1n } as unknown as Json)).toBe('{"a":"1"}');
    expect(canonicalJson(undefined as unknown as Json)).toBe('null');
  });
});

describe('digest', () => {
  const sha256 = (text: string) =>
    createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32);

  it('is the first half of SHA-256 over the canonical JSON', () => {
    expect(digest({ b: 1, a: ['é', '😀'] })).toBe(sha256('{"a":["é","😀"],"b":1}'));
  });

  it('of a text is over the text itself', () => {
    expect(digestText('é')).toBe(sha256('é'));
    expect(digestText('')).toBe(sha256(''));
    expect(digestText('x')).not.toBe(digest('x'));
  });
});

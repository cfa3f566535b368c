import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyHider } from '../../src/providers/index.ts';

const key = 'invented-0123456789-abcdefghij-ABCDEFGHIJ';

it('E3: a key is hidden in texts and names at any depth, and all else stays', () => {
  const hide = keyHider(key);
  expect(hide({ a: [`x ${key}, ${key}.`, 7, null, undefined], [key]: { b: true } })).toEqual({
    ...{ a: ['x [redacted], [redacted].', 7, null, undefined] },
    '[redacted]': { b: true },
  });
  const run = { score: () => 1 };
  expect(hide(run).score).toBe(run.score);
});

it('E3: a piece of the key is hidden as well, one that says nothing is not', () => {
  const hide = keyHider(key);
  expect(hide(`${key.slice(0, 16)}…`)).toBe('[redacted]…');
  expect(hide(`…${key.slice(-20)}`)).toBe('…[redacted]');
  expect(hide(`${key.slice(0, 15)}…`)).toBe(`${key.slice(0, 15)}…`);
});

it('E3: a word that stands in for a key is no secret, and nothing is where there is no key', () => {
  for (const word of [undefined, '', 'none', 'ollama']) {
    expect(keyHider(word)('none of ollama')).toBe('none of ollama');
  }
  expect(keyHider('12345678')('a 12345678 b 1234567')).toBe('a [redacted] b 1234567');
});

it('E3: whatever stands around it, no 16 characters of a key in a row are left', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 16, maxLength: 60 });
  const around = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 60 });
  fc.assert(
    fc.property(letters, around, around, (secret, before, behind) => {
      const shown = keyHider(secret)(`${before}${secret}${behind}`);
      for (let at = 0; at + 16 <= secret.length; at += 1) {
        expect(shown).not.toContain(secret.slice(at, at + 16));
      }
      const [head = ''] = shown.split('[redacted]');
      expect(`${before}${secret}`.startsWith(head)).toBe(true);
    }),
  );
});

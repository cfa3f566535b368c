import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLoop } from '../src/index.ts';

const options = { minRepeats: 4, minCycles: 2 };

describe('findLoop', () => {
  it.each([
    ['', undefined],
    ['A', undefined],
    ['AA', undefined],
    ['AAA', undefined],
    ['AAAA', { period: 1, repeats: 4 }],
    ['BAAAAA', { period: 1, repeats: 5 }],
    ['AAAAB', undefined],
    ['ABAB', { period: 2, repeats: 2 }],
    ['ABABAB', { period: 2, repeats: 3 }],
    ['ABABA', { period: 2, repeats: 2 }],
    ['ABCABC', { period: 3, repeats: 2 }],
    ['ABCAB', undefined],
    ['AABAAB', { period: 3, repeats: 2 }],
    ['ABBABB', { period: 3, repeats: 2 }],
  ])('L1: finds in %s: %o', (sequence, expected) => {
    expect(findLoop([...sequence], options)).toEqual(expected);
  });

  it('LDET-012: a pattern is its primitive root: equal items never count as a cycle of pairs', () => {
    expect(findLoop([...'AAAA'], { minRepeats: 5, minCycles: 2 })).toBeUndefined();
    expect(findLoop([...'ABABABAB'], options)).toEqual({ period: 2, repeats: 4 });
  });

  it('L1: any primitive pattern is found at its own period, whatever came before', () => {
    const primitive = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), {
      minLength: 2,
      maxLength: 6,
    });
    const prefix = fc.array(fc.integer({ min: 10, max: 19 }), { maxLength: 8 });
    fc.assert(
      fc.property(primitive, prefix, fc.integer({ min: 2, max: 5 }), (pattern, before, repeats) => {
        const items = [...before, ...Array.from({ length: repeats }, () => pattern).flat()];
        expect(findLoop(items, options)).toEqual({ period: pattern.length, repeats });
      }),
    );
  });

  it('L1: what is found is really there, and nothing is found among different items', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 }), (items) => {
        const found = findLoop(items, options);
        if (found === undefined) return;
        const pattern = items.slice(-found.period);
        const tail = items.slice(-found.period * found.repeats);
        expect(tail).toEqual(Array.from({ length: found.repeats }, () => pattern).flat());
      }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), (items) => {
        expect(findLoop(items, { minRepeats: 2, minCycles: 2 })).toBeUndefined();
      }),
    );
  });
});

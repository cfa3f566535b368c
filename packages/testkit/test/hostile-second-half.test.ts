import { describe, expect, it } from 'vitest';
import { runHostile } from '../src/index.ts';

describe('1,000 further hostile runs', () => {
  it.each([1000, 1250, 1500, 1750])(
    'R2, R3, R9, R12: runs %i and following end within their bounds and tell the truth',
    async (from) => {
      const { faults } = await runHostile({ from, runs: 250 });
      expect(faults).toEqual([]);
    },
    60_000,
  );
});

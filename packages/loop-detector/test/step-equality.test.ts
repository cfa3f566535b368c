import { createHash } from 'node:crypto';
import type { Json } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopGuard, loopPresets } from '../src/index.ts';
import type { Turn } from './run-guard.ts';
import { fail, outline, runGuard, succeed, together, unreadable } from './run-guard.ts';

const fees = succeed('search', { q: 'fees' }, 'Fees: 3 USD a month.');

describe('what makes two steps equal', () => {
  it('LDET-026: large results are told apart from all that reads like them or like their digest', () => {
    const text = 'x'.repeat(3_000);
    const hash = (content: string) =>
      createHash('sha256').update(content).digest('hex').slice(0, 32);
    const lookalikes: [Json, Json][] = [
      [{ text }, JSON.stringify({ text })],
      [text, [text]],
      ...[hash(text), hash(JSON.stringify(text))].flatMap((digest) =>
        ['', '#', '$', '"'].map((mark): [Json, Json] => [text, mark + digest]),
      ),
    ];
    for (const [result, lookalike] of lookalikes) {
      const turns = [result, lookalike, result, lookalike].map((value) => succeed('t', {}, value));
      expect(runGuard(loopGuard(), turns).at(-1)?.verdict).toMatchObject({
        data: { kind: 'cycle' },
      });
    }
  });

  it('LDET-006: a failure is another result than a success with the same text', () => {
    const observations = [true, false].map((ok) => ({ tool: 'search', ok, text: 'no hits' }));
    const turns = observations.map((observation) => ({ ...fees, observations: [observation] }));
    expect(outline(loopGuard(loopPresets.strict), turns)).toBe('');
  });

  it('L1: steps are equal exactly when their calls and results are', () => {
    const text = fc.constantFrom(
      '',
      '\n',
      '\f',
      '\t',
      '\\f',
      '=',
      '#"',
      '"',
      'a',
      'a\n=""',
      'a'.repeat(2_100),
    );
    const oneCall = fc.oneof(
      fc.tuple(text, text, text).map(([tool, arg, value]) => succeed(tool, { arg }, value)),
      fc.tuple(text, text, text).map(([tool, arg, message]) => fail(tool, { arg }, message)),
      text.map(unreadable),
    );
    const turn = fc
      .array(oneCall, { minLength: 1, maxLength: 2 })
      .map((turns) => together(...turns));
    const parts = ({ calls, observations }: Turn) =>
      calls.map((call, at) => JSON.stringify([call, observations[at]])).sort();
    const twice = loopGuard({ windowSize: 2, stopAfterRepeats: 2 });
    fc.assert(
      fc.property(turn, turn, (first, second) => {
        const areEqual = JSON.stringify(parts(first)) === JSON.stringify(parts(second));
        // Failures that are alike after different calls get a hint; only equal steps end the run.
        expect(outline(twice, [first, second]) === '2:stop').toBe(areEqual);
        expect(outline(twice, [first, structuredClone(first)])).toBe('2:stop');
      }),
      { numRuns: 500 },
    );
  });
});

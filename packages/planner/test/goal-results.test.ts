import { describe, expect, it } from 'vitest';
import { runGoal } from '../src/index.ts';

const circle: { self?: unknown } = {};
circle.self = circle;

const noJson: [string, unknown, string][] = [
  ['nothing', undefined, 'it gave nothing'],
  ['a function', () => 1, 'its value is a function, which is no JSON value'],
  ['NaN in a list', { of: [1, Number.NaN] }, 'its value.of[1] is NaN, which is no JSON value'],
  ['a bigint', 10n, 'its value is a bigint, which is no JSON value'],
  ['a circle', circle, 'its value.self is an object that it stands in itself'],
  ['a hole', [undefined], 'its value[0] is nothing'],
  ['a map', new Map(), 'its value is [object Map], which is no JSON value'],
];

describe('what functions give', () => {
  it.each(noJson)(
    'N2, R8: %s is no result of a task but a failed attempt',
    async (_, value, why) => {
      const result = await runGoal({ goal: 'Sing.', execute: () => value as never });
      expect(result).toMatchObject({
        stopReason: 'unrecoverable',
        reason: `goal failed: InvalidResult: ${why}`,
      });
    },
  );

  it.each(noJson)('N2, R8: %s is no answer of combine', async (_, value, why) => {
    const result = await runGoal({
      goal: 'Sing.',
      execute: () => 1,
      combine: () => value as never,
    });
    expect(result).toMatchObject({
      status: 'failed',
      reason: `The results could not be combined: InvalidResult: ${why}`,
    });
  });

  it('N2: null, an object in two places and a field that is not there are right', async () => {
    const shared = { a: null, b: undefined };
    const result = await runGoal({
      goal: 'Sing.',
      execute: () => [shared, shared] as never,
    });
    expect(result).toMatchObject({ status: 'solved', answer: [{ a: null }, { a: null }] });
  });
});

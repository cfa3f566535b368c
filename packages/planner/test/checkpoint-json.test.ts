import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUncopyableState, stateToJson } from '../src/index.ts';

const refusalOf = (state: unknown) => {
  try {
    return stateToJson(state, 'plan');
  } catch (error) {
    if (isUncopyableState(error)) return error;
    throw error;
  }
};

describe('state as JSON', () => {
  it('N6: everything that JSON can hold comes back equal', () => {
    // JSON has no -0, which the generator gives.
    const json = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(stateToJson(value, 'plan'))).toStrictEqual(value);
      }),
    );
  });

  it('N6: whatever the data is, it comes back equal or is refused', () => {
    const data = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(data, (value) => {
        const written = refusalOf({ value });
        if (typeof written === 'string') expect(JSON.parse(written)).toStrictEqual({ value });
        else expect(written.path).toMatch(/^plan\.value/);
      }),
    );
  });

  it.each([
    ['plan.u', 'undefined', { u: undefined }],
    ['plan.list[1]', 'a hole in a list', { list: Object.assign(new Array(2), [1]) }],
    ['plan.list[0].n', 'the number NaN', { list: [{ n: Number.NaN }] }],
    ['plan.zero', 'the number -0', { zero: -0 }],
    ['plan["a b"]', 'a bigint', { 'a b': 10n }],
    ['plan.at', 'an instance of Date', { at: new Date(0) }],
    ['plan.nothing', 'an object without a prototype', { nothing: Object.create(null) }],
    [
      'plan.list.extra',
      'a hidden, computed or extra property',
      { list: Object.assign([1], { extra: 2 }) },
    ],
    ['plan.x[symbol]', 'a hidden, computed or extra property', { x: { [Symbol('s')]: 1 } }],
  ])('N6, PLAN-022, PLAN-023: %s, which is %s, is refused with its path', (path, what, state) => {
    const refused = refusalOf(state);
    expect(refused).toMatchObject({ code: 'uncopyable_state', path });
    expect((refused as Error).message).toContain(`${path} is ${what}, which cannot be kept. Plain`);
  });

  it('N6: a circle is refused, and a value in several places is not', () => {
    const circle: Record<string, unknown> = {};
    circle.list = [circle];
    expect(refusalOf(circle)).toMatchObject({ path: 'plan.list[0]' });
    const shared = { n: 1 };
    expect(refusalOf([shared, shared])).toBe('[{"n":1},{"n":1}]');
  });

  it('N6: it stops once the text is too long, however large the state would be', () => {
    // Written out, this would be 2^60 values.
    let doubled: unknown = 'x';
    for (let level = 0; level < 60; level += 1) doubled = [doubled, doubled];
    const text = stateToJson(doubled, 'plan', 1_000);
    expect(text.length).toBeGreaterThan(1_000);
    expect(text.length).toBeLessThan(1_100);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCallIds } from '../src/index.ts';

const call = (id: string | undefined, name = 'read', args: unknown = '{"p":"a"}') => ({
  ...(id === undefined ? {} : { id }),
  name,
  args,
});

describe('withCallIds', () => {
  it('LOOP-018: different calls that share an id become two, apart by their place', () => {
    const calls = [call('c'), call('c', 'read', '{"p":"b"}')];
    expect(withCallIds(calls, 3)).toEqual([
      { id: 'c', name: 'read', args: '{"p":"a"}' },
      { id: 'call_3_1', name: 'read', args: '{"p":"b"}' },
    ]);
  });

  it('LOOP-019: the same call said twice is one', () => {
    expect(withCallIds([call('c'), call('c')], 1)).toEqual([call('c')]);
  });

  it('LOOP-020: empty and missing ids are made up, the same ones each time', () => {
    const calls = [call(''), call(undefined, 'read', '{"p":"b"}')];
    const ids = withCallIds(calls, 5).map(({ id }) => id);
    expect(ids).toEqual(['call_5_0', 'call_5_1']);
    expect(withCallIds(calls, 5).map(({ id }) => id)).toEqual(ids);
    expect(withCallIds(calls, 7)[0]?.id).not.toBe(ids[0]);
  });

  it('an id that was made up is no id that another call has', () => {
    const ids = withCallIds([call(''), call('call_1_0', 'other')], 1).map(({ id }) => id);
    expect(ids).toEqual(['call_1_0_', 'call_1_0']);
  });

  it('PROV-003: arguments that came as an object become text; what is no call is left out', () => {
    expect(withCallIds([call('a', 'w', { city: 'Oslo' }), null, 7, { id: 'x' }], 1)).toEqual([
      { id: 'a', name: 'w', args: '{"city":"Oslo"}' },
    ]);
  });

  it('ids are never empty and never equal, and a second pass changes nothing', () => {
    const anyCall = fc.oneof(
      fc.record({
        id: fc.constantFrom('', 'a', 'b', 'call_2_0', 'call_2_1', 'call_2_0_'),
        name: fc.constantFrom('x', 'y'),
        args: fc.constantFrom('', '{}', '{"n":1}'),
      }),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 8 }), (calls) => {
        const read = withCallIds(calls, 2);
        const ids = read.map(({ id }) => id);
        expect(ids).not.toContain('');
        expect(new Set(ids).size).toBe(ids.length);
        expect(withCallIds(read, 2)).toEqual(read);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type Evidence, type Json, type JsonObject, substitute } from '../src/index.ts';

const argsOf = (args: JsonObject, evidence: Evidence) => {
  const result = substitute(args, evidence);
  return result.ok ? result.value : `error ${result.code}`;
};

const textOf = (text: string, evidence: Evidence) => {
  const result = substitute({ text }, evidence);
  return result.ok ? result.value.text : `error ${result.code}`;
};

describe('substitution of evidence', () => {
  it('REWOO-003: an exact reference keeps its type', () => {
    expect(argsOf({ x: '#E2', y: 2 }, { E2: 6 })).toEqual({ x: 6, y: 2 });
    const evidence: Json[] = [[1, 'a'], { deep: [null] }, 'text', true];
    for (const value of evidence) expect(textOf('#E1', { E1: value })).toEqual(value);
  });

  it('REWOO-021: null, zero, false and the empty text are values', () => {
    const args = { a: '#E1', b: '#E2', c: '#E3', d: '#E4', e: '<#E1#E2#E3#E4>' };
    expect(argsOf(args, { E1: 0, E2: '', E3: null, E4: false })).toEqual({
      a: 0,
      b: '',
      c: null,
      d: false,
      e: '<0nullfalse>',
    });
  });

  it('REWOO-023: a value inside a text becomes canonical JSON, a text stays as it is', () => {
    const evidence = { E1: { rows: [1, 2], by: 'day' }, E2: 'plain "text"' };
    expect(textOf('rows: #E1 in #E2.', evidence)).toBe(
      'rows: {"by":"day","rows":[1,2]} in plain "text".',
    );
  });

  it('P8: references are replaced at any depth, and only there', () => {
    const args = { list: ['#E1', { deep: ['x#E1', 1, null, true] }], other: 'E1 # E1' };
    expect(argsOf(args, { E1: 7 })).toEqual({
      list: [7, { deep: ['x7', 1, null, true] }],
      other: 'E1 # E1',
    });
  });

  it('P8: #E1 is not in #E10, nor in a longer word', () => {
    expect(textOf('#E1 #E10 #E100', { E1: 'a', E10: 'b', E100: 'c' })).toBe('a b c');
    expect(textOf('#E1a #E1_ #E1é #E1-', { E1: 'x' })).toBe('#E1a #E1_ #E1é x-');
  });

  it('P8: an id of any kind stands in braces', () => {
    const evidence = { find_first: 'Brest', 'a-1': [1] };
    expect(textOf('#{find_first}#{a-1}', evidence)).toBe('Brest[1]');
    expect(textOf('#{a-1}', evidence)).toEqual([1]);
    expect(textOf('#find_first', evidence)).toBe('#find_first');
  });

  it('REWOO-027: each of several occurrences is replaced', () => {
    expect(textOf('|#E1|#E2|#E1|', { E1: 'abc', E2: 'd' })).toBe('|abc|d|abc|');
  });

  it('REWOO-028: a path reaches fields and places, with their types', () => {
    const evidence = { E2: { items: [{ name: 'tide', 'unit price': 4 }], 0: 'zero' } };
    expect(textOf('#E2.items[0].name', evidence)).toBe('tide');
    expect(textOf('#E2.items[0]["unit price"]', evidence)).toBe(4);
    expect(textOf('#E2.items.0', evidence)).toEqual({ name: 'tide', 'unit price': 4 });
    expect(textOf('#E2[0]', evidence)).toBe('zero');
    expect(textOf('it is #{E2.items[0].name}s. So #E2.items[0].name.', evidence)).toBe(
      'it is tides. So tide.',
    );
  });

  it.each([
    ['#E1.constructor', 'no "constructor"'],
    ['#E1.__proto__', 'no "__proto__"'],
    ['#E1.list.length', 'it is a list of 1'],
    ['#E1.list[1]', 'no [1]'],
    ['#E1.list[0].length', 'is a string'],
    ['#E1.nothing.x', 'is null'],
    ['#E1.price', 'it has "list", "nothing"'],
    ['#E1[-1]', 'no evidence of "E1[-1]"'],
    ['#{E1 .list}', 'no evidence of "E1 .list"'],
    ['#E9', 'there is evidence of E1'],
    ['#{toString}', 'no evidence of "toString"'],
  ])('P8: %s is unresolved, and the message says why', (reference, reason) => {
    const result = substitute(
      { deep: [`see ${reference} there`] },
      {
        E1: { list: ['x'], nothing: null },
      },
    );
    expect(result).toMatchObject({ ok: false, code: 'unresolved_reference', reference });
    expect(result.ok ? '' : result.message).toContain(`unresolved reference ${reference}`);
    expect(result.ok ? '' : result.message).toContain(reason);
  });

  it('REWOO-026: two hashes stand for one that is literal', () => {
    const evidence = { E1: 'one' };
    expect(textOf('literal ##E1', evidence)).toBe('literal #E1');
    expect(textOf('##E1', evidence)).toBe('#E1');
    expect(textOf('###E1', evidence)).toBe('#one');
    expect(textOf('####E1', evidence)).toBe('##E1');
    expect(textOf('##{x} ## #', evidence)).toBe('#{x} ## #');
  });

  it('REWOO-008: evidence that looks like a reference is data', () => {
    const evidence = { E1: 'read #E2 please', E2: 'TOKEN' };
    expect(textOf('#E1 / #E2', evidence)).toBe('read #E2 please / TOKEN');
    expect(textOf('#E1#E2', { E1: '#', E2: 'E2' })).toBe('#E2');
  });

  it('REWOO-009: so is evidence that is a reference as a whole', () => {
    expect(textOf('#E1', { E1: '#E2', E2: 'secret' })).toBe('#E2');
    expect(textOf('#E1', { E1: ['#E2', { a: '##E2' }] })).toEqual(['#E2', { a: '##E2' }]);
  });

  it('REWOO-011: dollar patterns in evidence are data', () => {
    const patterns = "$& $$ $` $' $1 $<a>";
    expect(textOf('out: #E1 end', { E1: patterns })).toBe(`out: ${patterns} end`);
  });

  it('REWOO-029: keys are left alone', () => {
    expect(argsOf({ '#E1': 1 }, { E1: '__proto__' })).toEqual({ '#E1': 1 });
  });

  it('REWOO-002: neither the arguments nor the evidence are changed or shared', () => {
    const args = Object.freeze({ list: Object.freeze(['#E1', '#E1']) as unknown as Json[] });
    const evidence = { E1: Object.freeze([1]) as unknown as Json };
    const result = argsOf(args, evidence) as { list: Json[][] };
    expect(result).toEqual({ list: [[1], [1]] });
    result.list[0]!.push(2);
    expect(result.list[1]).toEqual([1]);
    expect(evidence).toEqual({ E1: [1] });
    expect(args).toEqual({ list: ['#E1', '#E1'] });
  });

  it('P8: evidence may be a Map, and only its own members count in an object', () => {
    expect(argsOf({ x: '#E1' }, new Map([['E1', 6]]))).toEqual({ x: 6 });
    expect(argsOf({ x: '#E1' }, Object.create({ E1: 6 }))).toBe('error unresolved_reference');
    expect(textOf('#{has}', { has: 1, get: 2 })).toBe(1);
  });
});

describe('substitution of hostile evidence', () => {
  it('P8: a long text is inserted exactly', () => {
    const long = 'x#E2$&'.repeat(1_700_000);
    const result = substitute({ a: '#E1', b: '<#E1>' }, { E1: long, E2: 'no' });
    expect(result.ok && result.value.a === long).toBe(true);
    expect(result.ok && result.value.b === `<${long}>`).toBe(true);
  });

  it('P8: more than the limit is a typed error that names the reference', () => {
    const result = substitute({ a: '#E1 '.repeat(100) }, { E1: 'x'.repeat(10_000_000) });
    expect(result).toMatchObject({ ok: false, code: 'too_large', reference: '#E1' });
  });

  it('P8: so is a text that its escapes make longer than the limit', () => {
    const evidence = { E1: ['\u0001'.repeat(11_000_000)] };
    expect(argsOf({ a: '#E1' }, evidence)).toEqual({ a: evidence.E1 });
    expect(argsOf({ a: 'see #E1' }, evidence)).toBe('error too_large');
  });

  it('P8: a value that shares its parts a thousandfold is bounded', () => {
    let shared: Json = 'x'.repeat(1_000_000);
    for (let level = 0; level < 40; level += 1) shared = [shared, shared];
    expect(argsOf({ a: '#E1' }, { E1: shared })).toBe('error too_large');
  });

  it('P8: nesting beyond the limit is an error, whether written or inserted', () => {
    const nest = (levels: number, core: Json): Json => {
      let value = core;
      for (let level = 0; level < levels; level += 1) value = [value];
      return value;
    };
    expect(argsOf({ a: nest(199, '#E1') }, { E1: 1 })).toEqual({ a: nest(199, 1) });
    expect(argsOf({ a: nest(199, '#E1') }, { E1: [1] })).toBe('error too_large');
    expect(argsOf({ a: '#E1' }, { E1: nest(100_000, 1) })).toBe('error too_large');
  });

  it.each<[string, () => unknown]>([
    [
      'an object that holds itself',
      () => {
        const circular: Record<string, unknown> = {};
        circular.self = [circular];
        return circular;
      },
    ],
    ['a date', () => new Date(0)],
    ['a map', () => new Map([['a', 1]])],
    ['a function', () => () => 1],
    ['undefined in a list', () => [undefined]],
    ['NaN', () => Number.NaN],
    ['a bigint', () => 1n],
    ['a key __proto__', () => JSON.parse('{"__proto__": {"polluted": true}}')],
    [
      'a getter that throws',
      () => ({
        get x() {
          throw new Error('no');
        },
      }),
    ],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            getPrototypeOf: () => {
              throw new Error('no');
            },
          },
        ),
    ],
  ])('P8: %s is a typed error', (_name, make) => {
    for (const text of ['#E1', 'see #E1', '#{E1}']) {
      const result = substitute({ a: [text] }, { E1: make() as Json });
      expect(result).toMatchObject({ ok: false, code: 'not_json' });
      expect(result.ok ? '' : result.reference).toBe(text.replace('see ', ''));
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('P8: arguments that are no JSON are a typed error without a reference', () => {
    const circular: JsonObject = {};
    circular.self = circular;
    expect(substitute(circular, {})).toMatchObject({ code: 'not_json', reference: undefined });
  });

  it('P8: evidence in another realm, or without a prototype, is data', () => {
    const value = Object.assign(Object.create(null), { a: 1 }) as Json;
    expect(argsOf({ x: '#E1', y: 'is #E1' }, { E1: value })).toEqual({
      x: { a: 1 },
      y: 'is {"a":1}',
    });
  });

  it('P8: arguments that are no object are a typed error', () => {
    for (const args of [null, undefined, '#E1', 7, ['#E1']]) {
      expect(substitute(args as never, { E1: 1 })).toMatchObject({
        ok: false,
        code: 'not_json',
        reference: undefined,
      });
    }
  });

  it('P8: evidence that is undefined is absent', () => {
    const message = (evidence: object) => {
      const result = substitute({ x: '#E1' }, evidence as Evidence);
      return result.ok ? '' : result.message;
    };
    const start = 'unresolved reference #E1: there is no evidence of "E1"';
    expect(message({ E1: undefined })).toBe(`${start}; there is none at all.`);
    expect(message(new Map(Object.entries({ E1: undefined, E2: 0 })))).toBe(
      `${start}; there is evidence of E2.`,
    );
  });
});

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { maxJsonDepth, toJson } from '../src/index.ts';

describe('toJson', () => {
  it('T6: plain data comes back equal and shares nothing with the input', () => {
    const input = { a: [1, 'x', true, null, { b: {} }], c: 1.5 };
    const json = toJson(input);
    expect(json).toEqual(input);
    input.a.push(2);
    (input.a[4] as { b: object }).b = { changed: true };
    expect(json).toEqual({ a: [1, 'x', true, null, { b: {} }], c: 1.5 });
  });

  it('T6: values that JSON does not have become text or null', () => {
    const table: [unknown, unknown][] = [
      [undefined, null],
      [12345678901234567890n, '12345678901234567890'],
      [Number.NaN, 'NaN'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
      [-0, 0],
      [() => 1, '[function]'],
      [class A {}, '[function]'],
      [Symbol('s'), '[symbol]'],
      [new Date(0), '1970-01-01T00:00:00.000Z'],
      [new Date(Number.NaN), null],
      [/a+/gi, '/a+/gi'],
      [Promise.resolve(1), '[promise]'],
      [new Uint8Array(5), '[binary, 5 bytes]'],
      [new Float64Array(5), '[binary, 40 bytes]'],
      [Buffer.from('hello'), '[binary, 5 bytes]'],
      [new ArrayBuffer(5), '[binary, 5 bytes]'],
      [new DataView(new ArrayBuffer(3)), '[binary, 3 bytes]'],
      [new String('x'), 'x'],
      [new Number(1), 1],
      [new URL('https://example.org/a'), 'https://example.org/a'],
      ['a\ud800b', 'a\ufffdb'],
    ];
    for (const [value, json] of table) expect(toJson(value)).toBe(json);
  });

  it('T6: collections become objects and lists', () => {
    expect(toJson(new Map([['a', new Map([['b', 1]])]]))).toEqual({ a: { b: 1 } });
    expect(
      toJson(
        new Map<unknown, unknown>([
          [1, 'x'],
          [{ k: 1 }, undefined],
        ]),
      ),
    ).toEqual([
      [1, 'x'],
      [{ k: 1 }, null],
    ]);
    expect(toJson(new Set([1, undefined, 'x']))).toEqual([1, null, 'x']);
    expect(toJson([undefined, ...new Array(1), 1])).toEqual([null, null, 1]);
  });

  it('T6: undefined members are left out', () => {
    expect(Object.keys(toJson({ a: undefined, b: 1 }) as object)).toEqual(['b']);
  });

  it('T6: an error is its name, message, code, status and cause', () => {
    const error = Object.assign(new TypeError('bad', { cause: new Error('worse') }), {
      code: 'E1',
      status: 503,
    });
    expect(toJson(error)).toEqual({
      name: 'TypeError',
      message: 'bad',
      cause: { name: 'Error', message: 'worse' },
      code: 'E1',
      status: 503,
    });
    expect(toJson(new DOMException('stop', 'AbortError'))).toMatchObject({
      name: 'AbortError',
      message: 'stop',
    });
  });

  it('T6: what a client hangs on an error stays out, whatever its toJSON or its cause says', () => {
    const config = { headers: { Authorization: 'Bearer very-secret' } };
    const request = Object.assign(new Error('refused'), {
      config,
      code: { config },
      status: config,
      toJSON: () => ({ message: 'refused', config }),
    });
    class Tagged extends Error {
      config = config;
      override cause = { message: 'inner', config };
      get [Symbol.toStringTag]() {
        return 'Tagged';
      }
    }
    const values = [request, new Tagged('outer'), new Error('outer', { cause: request })];
    expect(toJson(values)).toEqual([
      { name: 'Error', message: 'refused' },
      { name: 'Error', message: 'outer', cause: { message: 'inner' } },
      { name: 'Error', message: 'outer', cause: { name: 'Error', message: 'refused' } },
    ]);
  });

  it('T6: an error that is its own cause ends, and one that cannot be read says what it can', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(toJson(circle)).toEqual({ name: 'Error', message: 'round', cause: '[circular]' });
    const hostile = Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('no');
      },
    });
    expect(toJson(hostile)).toEqual({ name: 'Error' });
  });

  it('T6: `errorMessage` rewrites the messages of errors, and nothing else', () => {
    const errorMessage = (message: string) => message.toUpperCase();
    const value = { text: 'as it is', error: new Error('outer', { cause: 'inner' }) };
    expect(toJson(value, { errorMessage })).toEqual({
      text: 'as it is',
      error: { name: 'Error', message: 'OUTER', cause: 'INNER' },
    });
  });

  it('T6: an instance is its own enumerable members, or what its toJSON says', () => {
    class Point {
      x = 1;
      #secret = 2;
      get sum() {
        return this.x + this.#secret;
      }
    }
    expect(toJson(new Point())).toEqual({ x: 1 });
    expect(toJson({ toJSON: () => ({ inner: 1n }) })).toEqual({ inner: '1' });
    const self = { x: 1, toJSON: () => self };
    expect(toJson(self)).toEqual({ x: 1, toJSON: '[function]' });
  });

  it('T6: objects of another realm are known', () => {
    const value = runInNewContext(
      '({ date: new Date(0), map: new Map([["a", 1]]), set: new Set([1]) })',
    );
    expect(toJson(value)).toEqual({ date: '1970-01-01T00:00:00.000Z', map: { a: 1 }, set: [1] });
  });

  it('T6: what throws when read is unreadable, and the rest is kept', () => {
    const explode = () => {
      throw new Error('no');
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(
      toJson({
        good: 1,
        getter: Object.defineProperty({ a: 1 }, 'b', { enumerable: true, get: explode }),
        toJSON: undefined,
        json: { toJSON: explode },
        trap: new Proxy({}, { ownKeys: explode }),
        revoked: revoked.proxy,
        falseMap: { __proto__: null, [Symbol.toStringTag]: 'Map' },
        spoofedMap: Object.create({ [Symbol.toStringTag]: 'Map' }),
      }),
    ).toEqual({
      good: 1,
      getter: { a: 1, b: '[unreadable]' },
      json: '[unreadable]',
      trap: '[unreadable]',
      revoked: '[unreadable]',
      falseMap: {},
      spoofedMap: '[unreadable]',
    });
  });

  it('T6: cycles are cut; a value that stands in two places is not a cycle', () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    cycle.list = [cycle];
    expect(toJson(cycle)).toEqual({ a: 1, self: '[circular]', list: ['[circular]'] });
    const shared = { x: 1 };
    expect(toJson([shared, shared])).toEqual([{ x: 1 }, { x: 1 }]);
  });

  it('T6: depth is bounded', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const text = JSON.stringify(toJson(deep));
    expect(text).toBe(`${'['.repeat(maxJsonDepth)}"[too deep]"${']'.repeat(maxJsonDepth)}`);
    const endless: { toJSON: () => unknown } = { toJSON: () => ({ ...endless }) };
    expect(toJson(endless)).toBe('[too deep]');
  });

  it('T6: keys are well-formed as well', () => {
    expect(toJson({ 'a\udc00': 1 })).toEqual({ 'a\ufffd': 1 });
  });

  it('T6: a key __proto__ is left out', () => {
    const json = toJson(JSON.parse('{"a": 1, "__proto__": {"b": 2}}'));
    expect(JSON.stringify(json)).toBe('{"a":1}');
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(JSON.stringify(toJson(new Map([['__proto__', 1]])))).toBe('{}');
  });
});

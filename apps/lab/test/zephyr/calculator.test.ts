import { createToolRegistry } from '@loopwright/tool-registry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculator } from '../../src/zephyr/tools/calculator.ts';

const registry = createToolRegistry({ tools: [calculator] });

function calculate(expression: string) {
  return registry.dispatch({ tool: 'calculator', args: { expression } });
}

async function resultOf(expression: string) {
  const observation = await calculate(expression);
  return observation.ok ? observation.value : observation.text;
}

async function errorOf(expression: string) {
  const observation = await calculate(expression);
  if (observation.ok) throw new Error(`${expression} gave ${observation.text}`);
  return observation.error;
}

describe('T4: the results of Python', () => {
  // Written down from Python 3.11.
  it.each([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['100 - 99 - 1', 0],
    ['2 ** 3 ** 2', 512],
    ['2 ** 10 ** 0', 2],
    ['-2 ** 2', -4],
    ['-2**2', -4],
    ['(-2) ** 2', 4],
    ['2**-1', 0.5],
    ['-2 ** -2', -0.25],
    ['2 ** -2 * 8', 2],
    ['2 ** 0.25', 1.189207115002721],
    ['0 ** 0', 1],
    ['7 // 2', 3],
    ['-7 // 2', -4],
    ['7 // -2', -4],
    ['-7 // -2', 3],
    ['7 % 3', 1],
    ['-7 % 3', 2],
    ['7 % -3', -2],
    ['-7 % -3', -1],
    ['-6 % 3', 0],
    ['5.5 // 2', 2],
    ['-5.5 // 2', -3],
    ['5.5 % -2', -0.5],
    ['-5.5 % 2', 0.5],
    ['1 // 0.1', 9],
    ['0.3 // 0.01', 29],
    ['-0.3 // 0.04', -8],
    ['1 % 0.1', 0.09999999999999995],
    ['-3 % 5 * 2', 4],
    ['1 - 2 % 3', -1],
    ['10 / 4', 2.5],
    ['6 / 3', 2],
    ['--3', 3],
    ['-+-3', 3],
    ['2 - -2', 4],
    ['2*-3', -6],
    ['0.1 + 0.2', 0.30000000000000004],
    ['1e3', 1000],
    ['1.5E-2', 0.015],
    ['2.', 2],
    ['.5', 0.5],
    ['1_000 + 1', 1001],
    ['  47\t*\n12  ', 564],
    ['((((1))))', 1],
  ])('T4: %s is %d', async (expression, expected) => {
    expect(await resultOf(expression)).toBe(expected);
  });

  it.each([
    ['2 ** 64', '18446744073709551616'],
    ['123456789 * 987654321', '121932631112635269'],
    ['-(2 ** 64) // 3', '-6148914691236517206'],
  ])('T4: the whole number %s keeps all its digits', async (expression, expected) => {
    expect((await calculate(expression)).text).toBe(expected);
  });

  it('T4: digits beyond the precision of a double take part in what follows', async () => {
    expect(await resultOf('2 ** 64 % 1000')).toBe(616);
  });
});

describe('T4: small whole numbers', () => {
  const small = fc.integer({ min: -60, max: 60 });

  /** Counts instead of dividing, so that the model shares nothing with the code. */
  function floorByCounting(left: number, right: number): number {
    const [dividend, divisor] = right < 0 ? [-left, -right] : [left, right];
    let quotient = 0;
    while ((quotient + 1) * divisor <= dividend) quotient += 1;
    while (quotient * divisor > dividend) quotient -= 1;
    return quotient;
  }

  it('T4: + - * agree with whole number arithmetic', async () => {
    await fc.assert(
      fc.asyncProperty(small, small, small, async (a, b, c) => {
        const expected = BigInt(a) + BigInt(b) * BigInt(c) - BigInt(a) * BigInt(c);
        expect(await resultOf(`${a} + ${b} * ${c} - ${a} * ${c}`)).toBe(Number(expected));
      }),
    );
  });

  it('T4: // rounds down and % makes up the rest', async () => {
    const divisor = small.filter((n) => n !== 0);
    await fc.assert(
      fc.asyncProperty(small, divisor, async (a, b) => {
        const quotient = floorByCounting(a, b);
        expect(await resultOf(`${a} // ${b}`)).toBe(quotient);
        expect(await resultOf(`${a} % ${b}`)).toBe(a - quotient * b);
        // The same for doubles.
        expect(await resultOf(`${a}.0 // ${b}`)).toBe(quotient);
        expect(await resultOf(`${a}.0 % ${b}`)).toBe(a - quotient * b);
      }),
    );
  });

  it('T4: ** agrees with repeated multiplication', async () => {
    const exponent = fc.integer({ min: 0, max: 12 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -9, max: 9 }), exponent, async (base, times) => {
        const expected = Array.from({ length: times }, () => BigInt(base)).reduce(
          (product, factor) => product * factor,
          1n,
        );
        expect(await resultOf(`(${base}) ** ${times}`)).toBe(Number(expected));
      }),
    );
  });

  it('T4: any text gives one observation, and a value is a number or its digits', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789+-*/%()._eE j') }),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(anyText, async (expression) => {
        const observation = await calculate(expression);
        if (observation.ok) expect(observation.text).toMatch(/^-?\d+(\.\d+)?(e[+-]\d+)?$/);
        else expect(observation.error.class).toBe('fixable_by_model');
      }),
    );
  });
});

describe('T4: what has no result is an error observation', () => {
  it.each(['1 / 0', '1 // 0', '1 % 0', '1.5 / 0.0', '0 ** -1', '5 % (3 - 3)'])(
    'T4: %s divides by zero',
    async (expression) => {
      expect(await errorOf(expression)).toMatchObject({
        type: 'ZeroDivisionError',
        message: 'division by zero',
      });
    },
  );

  it.each([
    '9**9**9',
    '9.0**9**9',
    '10**400',
    '1e999',
    '1e308 * 10',
    '-(10**308) * 10',
    '1e308 // 1e-9',
  ])('T4: %s is not finite', async (expression) => {
    expect(await errorOf(expression)).toMatchObject({ type: 'OverflowError' });
  });

  it('T4: a root of a negative number is not real', async () => {
    expect(await errorOf('(-8) ** 0.5')).toMatchObject({
      type: 'ValueError',
      message: 'the result is not a real number',
    });
  });

  it('SEC-022: each step is checked, so a base cannot grow behind small exponents', async () => {
    expect(await errorOf('(((7**60)**60)**60)**60')).toMatchObject({
      type: 'OverflowError',
      message: expect.stringContaining('not finite'),
    });
    expect(await errorOf('0 * (((7**60)**60)**60)**60')).toMatchObject({ type: 'OverflowError' });
  });

  it.each([
    "constructor.constructor('return process')().exit()",
    'process.exit(1)',
    '__proto__',
    'constructor',
    '2 constructor 3',
    'globalThis',
    '[1,2]',
    '1;2',
    '1 if 1 else 2',
    '1 == 1',
    '2 ^ 3',
    '1 << 9',
    '2 × 3',
  ])('SEC-023: %s is refused, not executed', async (expression) => {
    expect(await errorOf(expression)).toMatchObject({
      type: 'SyntaxError',
      message: expect.stringContaining('a formula has numbers, + - * / // % ** and parentheses'),
    });
  });

  it('SEC-024: deep nesting and long input meet a cap, not the end of the stack', async () => {
    const nested = (depth: number) => '('.repeat(depth) + 1 + ')'.repeat(depth);
    expect(await errorOf(nested(100_000))).toMatchObject({ type: 'SyntaxError' });
    expect((await errorOf(nested(100_000))).message).toContain('longer than 1000 characters');
    expect((await errorOf(nested(400))).message).toContain('nested more than 100 deep');
    expect((await errorOf(`${'-'.repeat(900)}1`)).message).toContain('nested more than 100 deep');
    expect((await errorOf(`${'1**'.repeat(300)}1`)).message).toContain('nested more than 100 deep');
    expect(await resultOf(nested(99))).toBe(1);
    expect(await resultOf(`1${' + 1'.repeat(240)}`)).toBe(241);
  });

  it.each([
    ['', '"the end" stands where a number should be'],
    ['2 +', '"the end" stands where a number should be'],
    ['2 3', '"3" stands where the end should be'],
    ['(2', '"the end" stands where ) should be'],
    ['2)', '")" stands where the end should be'],
    ['* 2', '"*" stands where a number should be'],
    ['1.2.3', '"1.2.3" stands where a number should be'],
    ['1__0', '"1__0" stands where a number should be'],
    ['.', '"." stands where a number should be'],
    ['1e', '"e" stands where the end should be'],
  ])('T4: %j says what is wrong', async (expression, problem) => {
    expect((await errorOf(expression)).message).toContain(problem);
  });

  it('T4: the error is shown with tool, type and message', async () => {
    expect((await calculate('1/0')).text).toBe(
      'ERROR[calculator]: ZeroDivisionError: division by zero',
    );
  });

  it('T4: an expression that is no text is refused before anything is read', async () => {
    const observation = await registry.dispatch({ tool: 'calculator', args: { expression: 5 } });
    expect(observation).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  });
});

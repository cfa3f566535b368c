import { toolFailure } from '@loopwright/tool-registry';

/** A whole number is exact, any other number is a double, as in Python. */
export type NumberValue = bigint | number;

type Operator = {
  /** What binds more strongly is calculated first. */
  readonly strength: number;
  /** Gets two doubles or two whole numbers. The type says doubles, because the code is the same for both. */
  readonly calculate: (left: number, right: number) => NumberValue;
};

export const operators: ReadonlyMap<string, Operator> = new Map([
  ['+', { strength: 1, calculate: (left, right) => left + right }],
  ['-', { strength: 1, calculate: (left, right) => left - right }],
  ['*', { strength: 2, calculate: (left, right) => left * right }],
  ['/', { strength: 2, calculate: (left, right) => Number(left) / Number(nonZero(right)) }],
  ['//', { strength: 2, calculate: floorDivide }],
  ['%', { strength: 2, calculate: modulo }],
  ['**', { strength: 4, calculate: power }],
] satisfies [string, Operator][]);

/** A sign binds less than a power and more than a product: `-2**2` is -4. */
export const signStrength = 3;

/** The result with Python's meaning. @throws ToolFailure when there is none or it is not finite. */
export function apply(operator: Operator, left: NumberValue, right: NumberValue): NumberValue {
  const areWhole = typeof left === 'bigint' && typeof right === 'bigint';
  const alike = areWhole ? [left, right] : [Number(left), Number(right)];
  return finite(operator.calculate(...(alike as [number, number])));
}

export function finite(value: NumberValue): NumberValue {
  if (Number.isFinite(Number(value))) return value;
  throw Number.isNaN(value)
    ? arithmeticError('ValueError', 'the result is not a real number')
    : arithmeticError('OverflowError', 'the result is not finite: it is beyond 1.8e308');
}

/** The remainder with the sign of the divisor. */
function modulo(left: number, right: number): number {
  const remainder = left % nonZero(right);
  return remainder && remainder < 0 !== right < 0 ? remainder + right : remainder;
}

/** Division that rounds down. Without the remainder it comes out even, but for the rounding of doubles. */
function floorDivide(left: number, right: number): NumberValue {
  const quotient: NumberValue = (left - modulo(left, right)) / right;
  return typeof quotient === 'bigint' ? quotient : Math.round(quotient);
}

function power(base: number, exponent: number): NumberValue {
  const double = Number(exponent < 0 ? nonZero(base) : base) ** Number(exponent);
  // The size is known before the digits are: a whole number beyond every limit is never computed.
  const isWhole = typeof base === 'bigint' && exponent >= 0;
  return isWhole && finite(double) !== undefined ? base ** exponent : double;
}

function nonZero(divisor: number): number {
  if (Number(divisor) !== 0) return divisor;
  throw arithmeticError('ZeroDivisionError', 'division by zero');
}

function arithmeticError(type: string, message: string): Error {
  return toolFailure({ type, class: 'fixable_by_model', message });
}

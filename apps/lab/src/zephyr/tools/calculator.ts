import { defineTool, toolFailure } from '@loopwright/tool-registry';
import { z } from 'zod';
import {
  apply,
  finite,
  type NumberValue,
  operators,
  signStrength,
} from './calculator-arithmetic.ts';

const maxChars = 1_000;
const maxDepth = 100;

/** Numbers, operators and parentheses; a word or any other character is a token too, and never the right one. */
const tokenText = /[\d._]+(?:[eE][+-]?\d+)?|\*\*|\/\/|\p{L}+|\S/gu;

/** A calculator (T4). It reads formulas itself; nothing that a model writes is ever executed. */
export const calculator = defineTool({
  name: 'calculator',
  description: 'Calculates a formula of numbers, + - * / // % ** and parentheses as Python does.',
  input: z.object({ expression: z.string() }),
  effect: 'pure',
  execute({ expression }) {
    const value = evaluate(expression);
    // A whole number too large for JSON stays one, and is shown with all its digits.
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  },
});

/** Calculates while it reads, after the method of Pratt. */
function evaluate(expression: string): NumberValue {
  if (expression.length > maxChars) throw syntaxError(`it is longer than ${maxChars} characters`);
  const tokens = [...(expression.match(tokenText) ?? []), 'the end'];
  let position = 0;

  function readExpression(minStrength: number, depth: number): NumberValue {
    if (depth > maxDepth) throw syntaxError(`it is nested more than ${maxDepth} deep`);
    let value = readOperand(depth + 1);
    for (;;) {
      const symbol = tokens[position]!;
      const operator = operators.get(symbol);
      if (!operator || operator.strength < minStrength) break;
      position += 1;
      // Powers bind to the right: the right side may hold another one.
      const rightStrength = symbol === '**' ? operator.strength : operator.strength + 1;
      value = apply(operator, value, readExpression(rightStrength, depth + 1));
    }
    return value;
  }

  function readOperand(depth: number): NumberValue {
    const token = tokens[position++]!;
    if (token === '-') return -readExpression(signStrength, depth);
    if (token === '+') return readExpression(signStrength, depth);
    if (token !== '(') return readNumber(token);
    const value = readExpression(1, depth);
    expect(')');
    return value;
  }

  function expect(wanted: string): void {
    const token = tokens[position++];
    if (token !== wanted) throw syntaxError(`"${token}" stands where ${wanted} should be`);
  }

  const value = readExpression(1, 1);
  expect('the end');
  return value;
}

function readNumber(token: string): NumberValue {
  const digits = token.replaceAll(/(?<=\d)_(?=\d)/g, '');
  if (/^\d+$/.test(digits)) return finite(BigInt(digits));
  if (!Number.isNaN(Number(digits))) return finite(Number(digits));
  throw syntaxError(`"${token}" stands where a number should be`);
}

function syntaxError(problem: string): Error {
  const allowed = 'a formula has numbers, + - * / // % ** and parentheses';
  return toolFailure({
    type: 'SyntaxError',
    class: 'fixable_by_model',
    message: `${problem}; ${allowed}`,
  });
}

import { expect, it } from 'vitest';
import { saysFigure } from '../../src/zephyr/says-figure.ts';
import { scenarios } from '../../src/zephyr/scenarios.ts';

const spent = { value: 564, scale: 1_000_000 };
const price = { value: 83.2, scale: 1 };

it.each([
  '564 million USD',
  'Zephyr Labs spent $564M.',
  'They spent 564.0 million.',
  '47 satellites times 12 million USD: $564,000,000.',
  '564000000',
])('E3: %j says 564 million', (text) => {
  expect(saysFigure(text, spent)).toBe(true);
});

it.each(['about 560 million', '1564', '5640', '56.4', '0.564', '47 times 12', '', '5,64'])(
  'E3: %j does not say 564 million',
  (text) => {
    expect(saysFigure(text, spent)).toBe(false);
  },
);

it('E3: a price is the same with and without its last zero', () => {
  expect(saysFigure('It costs 83.20 USD.', price)).toBe(true);
  expect(saysFigure('It costs 83.2 USD.', price)).toBe(true);
  expect(saysFigure('It costs 83 USD.', price)).toBe(false);
});

it('E11: the figure of every scenario is the one in its answer', () => {
  for (const { answer, figure } of scenarios) {
    expect(answer === null).toBe(figure === null);
    if (answer !== null && figure !== null) expect(saysFigure(answer, figure)).toBe(true);
  }
});

import type { Policy } from '@loopwright/providers';
import { sharePricePolicy } from './policies/share-price-policy.ts';
import { spendingPolicy } from './policies/spending-policy.ts';
import type { Facts } from './tools/knowledge-lookup.ts';
import { facts, otherFacts } from './zephyr-labs.ts';

/** A question, who answers it, and in which world. */
export type Scenario = {
  readonly name: string;
  readonly task: string;
  readonly policy: Policy;
  readonly facts: Facts;
  readonly outage: boolean;
  /** The right answer in that world; null where the only right thing is to give up. */
  readonly answer: string | null;
  /** The figure in that answer, and what it may be multiplied with where it is in millions. */
  readonly figure: { readonly value: number; readonly scale: number } | null;
};

function million(value: number) {
  return { value, scale: 1_000_000 };
}

const spending = {
  task: 'What did Zephyr Labs spend launching satellites?',
  policy: spendingPolicy,
  outage: false,
};
const sharePrice = {
  task: 'What is the share price of Zephyr Labs right now?',
  policy: sharePricePolicy,
  facts,
};

/** What runs when nothing else is asked for. */
export const defaultScenarios: readonly Scenario[] = [
  { ...spending, name: 'satellite', facts, answer: '564 million USD', figure: million(564) },
  { ...sharePrice, name: 'outage', outage: true, answer: null, figure: null },
];

/** With the controls: the same questions and the same policies in another world. */
export const scenarios: readonly Scenario[] = [
  ...defaultScenarios,
  {
    ...spending,
    name: 'satellite-other-facts',
    facts: otherFacts,
    answer: '152 million USD',
    figure: million(152),
  },
  {
    ...sharePrice,
    name: 'outage-backend-up',
    outage: false,
    answer: '83.20 USD',
    figure: { value: 83.2, scale: 1 },
  },
];

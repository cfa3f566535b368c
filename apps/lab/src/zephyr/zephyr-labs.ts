import type { Facts } from './tools/knowledge-lookup.ts';

// An invented company: no model can know it, so a right answer must have come through the tools.

export const facts: Facts = {
  ceo: 'Mara Lindqvist',
  cost_per_satellite_musd: 12,
  founded: 2011,
  headquarters: 'Tromsø, Norway',
  satellites_launched: 47,
  share_symbol: 'ZPHR',
};

/** A world in which the same question has another answer. */
export const otherFacts: Facts = { ...facts, cost_per_satellite_musd: 8, satellites_launched: 19 };

export const pages: readonly string[] = [
  'Zephyr Labs (ZPHR), live share price: 83.20 USD.',
  'Zephyr Labs opens a ground station near Tromsø for data from polar orbits.',
  'How small satellites reach orbit: most of them share a rocket with a larger one.',
];

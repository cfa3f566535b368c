import { act, failed, giveUp, knownFacts, readSteps } from './scratchpad.ts';

/**
 * Answers what a share costs now, by rules. Only a search can know; when it fails, the policy follows its critic to
 * the facts, and at last says what it could not find out rather than a number that it did not see.
 */
export function sharePricePolicy(scratchpad: string): string {
  const steps = readSteps(scratchpad);
  const last = steps.at(-1);
  const isSearch = last?.action === 'web_search';
  if (!last || (isSearch && failed(last) && last.note === '' && steps.length === 1)) {
    const thought = 'A price of this moment can only come from a search.';
    return act(thought, 'web_search', { query: 'Zephyr Labs share price' });
  }
  const price = isSearch && !failed(last) && /\d+(?:\.\d+)? USD/.exec(last.observation)?.[0];
  if (price) return act('The search found the price.', 'final', { answer: price });

  const hint = /knowledge_lookup(?: for (\w+))?/.exec(last.note);
  const key = hint?.[1] ?? 'share_price';
  if (hint && !steps.some(({ input }) => input.key === key)) {
    return act(`The critic is right, the fact ${key} may help.`, 'knowledge_lookup', { key });
  }
  const partial = ['The share price of this moment is not known', ...knownFacts(steps)].join('; ');
  return giveUp('Nothing else can tell the price, and I will not guess.', partial, steps);
}

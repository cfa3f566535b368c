import { act, failed, giveUp, knownFacts, readSteps } from './scratchpad.ts';

const factKeys = ['satellites_launched', 'cost_per_satellite_musd'];

/**
 * Answers what the satellites cost, by rules that stand where a model would. It knows what to ask for and not one
 * figure: every number it says was in an observation. Like a model it takes a wrong turn, the unit, and needs its
 * critic to leave it at once.
 */
export function spendingPolicy(scratchpad: string): string {
  const steps = readSteps(scratchpad);
  const lookups = (key: string) => steps.filter(({ input }) => input.key === key);
  const lookUp = (thought: string, key: string) => act(thought, 'knowledge_lookup', { key });
  const stop = (thought: string) =>
    giveUp(thought, knownFacts(steps).join('; ') || 'Neither number nor cost is known', steps);

  const factors: string[] = [];
  for (const key of factKeys) {
    const fact = lookups(key).at(-1);
    if (!fact) return lookUp(`I need the fact ${key}.`, key);
    if (failed(fact)) return stop(`Without ${key} the cost cannot be told.`);
    factors.push(fact.observation);
  }
  const product = steps.find(({ action }) => action === 'calculator');
  if (product && failed(product)) return stop('The cost cannot be calculated.');
  if (product) {
    const answer = `${product.observation} million USD`;
    return act('The product is the answer, in the unit of the cost.', 'final', { answer });
  }
  const [doubt, ...repeated] = lookups('unit_of_cost');
  if (!doubt) return lookUp('Which unit is the cost in?', 'unit_of_cost');
  const isOpen = failed(doubt) && !doubt.note.includes('calculator');
  if (isOpen && repeated.length === 0) return lookUp('I try that once more.', 'unit_of_cost');
  const expression = factors.join(' * ');
  return act('The number of satellites times the cost of one.', 'calculator', { expression });
}

import { type FailurePattern, type Reflection, Reflector } from '@loopwright/reflection';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = {
  readonly patterns: readonly FailurePattern[];
  /** After each of the equal failures. */
  readonly reflections: readonly Reflection[];
  /** What is proposed when the only other tool has failed as well, with and without that history. */
  readonly afterwards: Reflection;
  readonly withoutHistory: Reflection;
};

const tools = ['search', 'lookup'];
const goal = 'Find information about Atlantis';
const lookup = { name: 'lookup', parameters: { entity: 'atlantis' } };
const search = { name: 'search', parameters: { entity: 'atlantis' } };
const outcome = { success: false, error: 'Entity not found: atlantis' };

/** The same failure three times, and then one that could bring it up again. */
export const patterns = defineExperiment<Seen>({
  title: 'Reflection pattern analysis',
  perform() {
    const reflector = new Reflector();
    const reflections = [1, 2, 3].map(() => reflector.reflect(lookup, outcome, tools, goal));
    return {
      patterns: reflector.patterns(),
      reflections,
      afterwards: reflector.reflect(search, outcome, tools, goal),
      withoutHistory: new Reflector().reflect(search, outcome, tools, goal),
    };
  },
  claims: [
    {
      says: 'Three equal failures are one pattern, three times',
      basis: inferredFrom('reflection pattern analysis'),
      check({ patterns }) {
        const observed = patterns.map(({ action: { name, parameters }, reason, count }) => {
          return { name, parameters, reason, count };
        });
        const holds = observed.length === 1 && observed[0]?.count === 3;
        return { holds, observed };
      },
    },
    {
      says: 'What failed so is never recommended again',
      basis: stated('Do not retry if the same action already failed'),
      check({ reflections, afterwards, withoutHistory }) {
        const recommended = [...reflections, afterwards].map(recommendation);
        const otherwise = recommendation(withoutHistory);
        const holds = !recommended.includes('lookup') && otherwise === 'lookup';
        return { holds, observed: { recommended, otherwise } };
      },
    },
  ],
});

/** The name of the tool that a reflection would have called next. */
function recommendation({ shouldRetry, alternativeAction, decision }: Reflection): string {
  return shouldRetry ? 'retry' : (alternativeAction?.name ?? decision);
}

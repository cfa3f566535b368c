import { type Reflection, Reflector } from '@loopwright/reflection';
import { stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = { readonly missing: Reflection; readonly late: Reflection };

/** One failure that will come again, and one that may pass. */
export const reflection = defineExperiment<Seen>({
  title: 'Reflection',
  perform() {
    const tools = ['search', 'lookup', 'calculate'];
    const missing = new Reflector().reflect(
      { name: 'lookup', parameters: { entity: 'atlantis' } },
      { success: false, error: 'Entity not found: atlantis' },
      tools,
      'Find information about Atlantis',
    );
    const late = new Reflector().reflect(
      { name: 'lookup', parameters: { entity: 'france' } },
      { success: false, error: 'timeout after 30 seconds' },
      tools,
      'Find information about France',
    );
    return { missing, late };
  },
  claims: [
    {
      says: 'Looking up Atlantis is not retried',
      basis: stated('not found is permanent'),
      check: ({ missing: { decision, shouldRetry } }) => ({
        holds: shouldRetry === false && decision !== 'retry',
        observed: { decision, shouldRetry },
      }),
    },
    {
      says: 'The alternative is search',
      basis: stated("{ name: 'search', ... }"),
      check({ missing: { alternativeAction } }) {
        const name = alternativeAction?.name ?? null;
        return { holds: name === 'search', observed: name };
      },
    },
    {
      says: 'The lesson is that the entity does not exist',
      basis: stated('Entity does not exist...'),
      check: ({ missing: { lessonLearned } }) => ({
        holds: lessonLearned.startsWith('Entity does not exist'),
        observed: lessonLearned,
      }),
    },
    {
      says: 'A timeout is retried',
      basis: stated('transient (timeout, rate limit)'),
      check: ({ late: { decision, shouldRetry } }) => ({
        holds: shouldRetry === true && decision === 'retry',
        observed: { decision, shouldRetry },
      }),
    },
  ],
});

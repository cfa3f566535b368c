import { type Decomposition, decompose, TaskGraph } from '@loopwright/planner';
import { stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = {
  readonly plan: Decomposition;
  /** For both orders of the first two tasks: whether combine is ready before, between and after them. */
  readonly combineReady: readonly (readonly boolean[])[];
};

/** A goal with two parts, as tasks that are then done in either order. */
export const decomposition = defineExperiment<Seen>({
  title: 'Plan decomposition',
  perform() {
    const plan = decompose('Find capital of France and population');
    const ids = plan.tasks.slice(0, 2).map(({ id }) => id);
    return { plan, combineReady: [ids, ids.toReversed()].map((order) => watch(plan, order)) };
  },
  claims: [
    {
      says: 'The goal becomes three tasks',
      basis: stated('plan.tasks.length // 3'),
      check: ({ plan: { tasks } }) => ({ holds: tasks.length === 3, observed: tasks.length }),
    },
    {
      says: 'They are find_first, find_second and combine',
      basis: stated('(find_first, find_second, combine)'),
      check({ plan }) {
        const ids = plan.tasks.map(({ id }) => id);
        return { holds: ids.join() === 'find_first,find_second,combine', observed: ids };
      },
    },
    {
      says: 'combine depends on both',
      basis: stated("['find_first', 'find_second']"),
      check({ plan }) {
        const dependsOn = plan.tasks[2]?.dependsOn ?? [];
        return { holds: dependsOn.join() === 'find_first,find_second', observed: dependsOn };
      },
    },
    {
      says: 'combine is never ready before both are completed',
      basis: stated('compare waits for both'),
      check({ combineReady }) {
        const holds = combineReady.every((ready) => ready.join() === 'false,false,true');
        return { holds, observed: combineReady };
      },
    },
  ],
});

function watch(plan: Decomposition, order: readonly string[]): boolean[] {
  const graph = new TaskGraph(plan);
  const isReady = () => graph.ready().some(({ id }) => id === 'combine');
  const seen = [isReady()];
  for (const id of order) {
    graph.complete(id);
    seen.push(isReady());
  }
  return seen;
}

import {
  createGoalState,
  decompose,
  type GoalState,
  markSubgoalComplete,
} from '@loopwright/planner';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = {
  readonly state: GoalState;
  /** The first state as it was before anything was marked. */
  readonly copyOfState: GoalState;
  readonly updated: GoalState;
};

/** The state of a goal of three subgoals, of which one is marked as completed. */
export const goalState = defineExperiment<Seen>({
  title: 'Goal tracking',
  perform() {
    const state = createGoalState(decompose('Find capital of France and population'));
    const copyOfState = structuredClone(state);
    return { state, copyOfState, updated: markSubgoalComplete(state, state.remainingSubgoals[0]!) };
  },
  claims: [
    {
      says: 'At the start no subgoal is completed',
      basis: inferredFrom('Goal tracking'),
      check({ copyOfState: { completedSubgoals, remainingSubgoals } }) {
        const observed = { completed: completedSubgoals.length, open: remainingSubgoals.length };
        return { holds: observed.completed === 0 && observed.open === 3, observed };
      },
    },
    {
      says: 'After one was marked, one is',
      basis: stated('completedSubgoals.length // 1'),
      check({ copyOfState, updated }) {
        const completed = updated.completedSubgoals;
        const holds = completed.length === 1 && completed[0] === copyOfState.remainingSubgoals[0];
        return { holds, observed: completed };
      },
    },
    {
      says: 'The old state is unchanged',
      basis: inferredFrom('Goal tracking'),
      check({ state, copyOfState, updated }) {
        const isUnchanged = JSON.stringify(state) === JSON.stringify(copyOfState);
        return { holds: isUnchanged && updated !== state, observed: state };
      },
    },
  ],
});

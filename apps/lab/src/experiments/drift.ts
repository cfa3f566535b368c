import { type DriftState, detectGoalDrift } from '@loopwright/loop-detector';
import { createGoalState, decompose } from '@loopwright/planner';
import { inferredFrom, stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = {
  readonly unrelated: DriftState;
  readonly onGoal: readonly DriftState[];
  readonly neighbouring: DriftState;
};

/** Actions that have nothing, everything, and one word in common with a goal. */
export const drift = defineExperiment<Seen>({
  title: 'Drift detection',
  perform() {
    const state = createGoalState(decompose('Find capital of France and population'));
    const fees = { goal: 'What fees apply to my checking account' };
    return {
      unrelated: detectGoalDrift(state, ['check weather', 'send email']),
      onGoal: [
        detectGoalDrift(state, ['lookup capital of France', 'lookup population of France']),
        detectGoalDrift(fees, ['search fee schedule for checking']),
      ],
      neighbouring: detectGoalDrift(fees, ['explore account types']),
    };
  },
  claims: [
    {
      says: 'Weather and email are drift',
      basis: stated('driftState.driftDetected // true'),
      check: ({ unrelated }) => ({ holds: unrelated.driftDetected, observed: facts(unrelated) }),
    },
    {
      says: 'Actions that serve the goal are not',
      basis: inferredFrom('drift detection'),
      check: ({ onGoal }) => ({
        holds: onGoal.every(({ driftDetected }) => !driftDetected),
        observed: onGoal.map(facts),
      }),
    },
    {
      says: 'Account types are, for the question about fees',
      basis: stated('exhaustive guide to account types'),
      check: ({ neighbouring }) => ({
        holds: neighbouring.driftDetected,
        observed: facts(neighbouring),
      }),
    },
  ],
});

function facts({ driftDetected, relevance }: DriftState) {
  return { driftDetected, relevance };
}

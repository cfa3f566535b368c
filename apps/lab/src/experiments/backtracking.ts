import {
  createCheckpointStore,
  createGoalState,
  decompose,
  type GoalState,
  markSubgoalComplete,
  TaskGraph,
  type TaskGraphJson,
} from '@loopwright/planner';
import { stated } from '../claim.ts';
import { defineExperiment } from '../experiment.ts';

type Seen = {
  readonly goalStateAtCheckpoint: GoalState;
  /** Statuses of the first task. */
  readonly livePlan: string;
  readonly restoredPlan: string;
  readonly secondRestore: string;
  readonly liveGoalState: GoalState;
  readonly restoredGoalState: GoalState;
};

/** A checkpoint, work on the plan and on what was handed over, and two restores of which one is changed. */
export const backtracking = defineExperiment<Seen>({
  title: 'Backtracking',
  async perform() {
    const graph = new TaskGraph(decompose('Find capital of France and population'));
    const goalState = createGoalState(graph);
    const goalStateAtCheckpoint = structuredClone(goalState);
    const handedOver = graph.toJson();
    const store = createCheckpointStore<TaskGraphJson>();
    const saving = await store.save({ sessionId: 'lab', plan: handedOver, goalState, seq: 0 });
    if (!saving.saved) throw new Error(`not saved: ${saving.reason}`);

    graph.complete('find_first');
    completeIn(handedOver);
    const liveGoalState = markSubgoalComplete(goalState, goalState.remainingSubgoals[0]!);
    Object.assign(goalState, liveGoalState);

    const first = (await store.restore(saving.checkpoint.id))!;
    const restoredPlan = TaskGraph.from(first.plan).task('find_first').status;
    completeIn(first.plan);
    const second = (await store.restore(saving.checkpoint.id))!;
    return {
      goalStateAtCheckpoint,
      livePlan: graph.task('find_first').status,
      restoredPlan,
      secondRestore: TaskGraph.from(second.plan).task('find_first').status,
      liveGoalState,
      restoredGoalState: first.goalState,
    };
  },
  claims: [
    {
      says: 'The live plan shows the task as completed',
      basis: stated("updateTaskStatus(plan, 'task1', 'completed')"),
      check: ({ livePlan }) => ({ holds: livePlan === 'completed', observed: livePlan }),
    },
    {
      says: 'The restored plan shows it as pending',
      basis: stated("'pending' (restored)"),
      check: ({ restoredPlan }) => ({ holds: restoredPlan === 'pending', observed: restoredPlan }),
    },
    {
      says: 'The goal state is restored',
      basis: stated('saved state of the plan and goal tracking'),
      check({ goalStateAtCheckpoint, liveGoalState, restoredGoalState }) {
        const restored = JSON.stringify(restoredGoalState);
        const isAsBefore = restored === JSON.stringify(goalStateAtCheckpoint);
        const hasMoved = restored !== JSON.stringify(liveGoalState);
        return { holds: isAsBefore && hasMoved, observed: restoredGoalState };
      },
    },
    {
      says: 'Two restores are independent copies',
      basis: stated('Deep copy ... enables independent backtracking'),
      check: ({ secondRestore }) => ({
        holds: secondRestore === 'pending',
        observed: { second: secondRestore, afterTheFirstWasChangedTo: 'completed' },
      }),
    },
  ],
});

/** What a careless caller may do to plain data. */
function completeIn(plan: TaskGraphJson): void {
  Object.assign(plan.tasks[0]!, { status: 'completed' });
}

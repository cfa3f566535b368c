import type { Json } from '@loopwright/core-parser';
import type { DriftGoalState } from '@loopwright/loop-detector';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type {
  CheckpointStore,
  GoalOptions,
  GoalState,
  PlanExecuteOptions,
  Task,
  TaskGraphJson,
} from '../src/index.ts';
import {
  checkpointPresets,
  createCheckpointStore,
  createGoalState,
  runGoal,
  runPlanExecute,
  startGoal,
  TaskGraph,
} from '../src/index.ts';

/** An effect as a run records it, with its number. */
type OwnEffect = {
  id: string;
  tool: string;
  args: { eur: number };
  status: 'committed' | 'not_started' | 'unknown';
  stepKeys: string[];
  seq: number;
};

describe('types', () => {
  it('N5: the state of a goal is what the drift detector takes', () => {
    expectTypeOf<GoalState>().toExtend<DriftGoalState>();
    expectTypeOf(createGoalState).toBeCallableWith(new TaskGraph({ goal: 'x' }));
  });

  it('N6: a store knows what it keeps, and gives effects back as they were', async () => {
    const store = createCheckpointStore<TaskGraphJson<number>>();
    expectTypeOf(store).toEqualTypeOf<CheckpointStore<TaskGraphJson<number>, GoalState>>();
    const restored = await store.restore('x', [] as OwnEffect[]);
    expectTypeOf(restored!.effectsSince).toEqualTypeOf<readonly OwnEffect[] | undefined>();
    expectTypeOf(TaskGraph.from(restored!.plan).task('a')).toEqualTypeOf<Task<number>>();
  });

  it('N6, R10: a checkpoint says from which event on effects are later', () => {
    const store = createCheckpointStore<string, string>();
    // @ts-expect-error without seq nobody could tell
    const save = () => store.save({ sessionId: 's', plan: 'p', goalState: 'g' });
    expectTypeOf(save).returns.toBeObject();
    expectTypeOf(checkpointPresets).toHaveProperty('off');
  });

  it('N1: the answer of a plan has the type of its schema, and without one it is any JSON', async () => {
    const options = {} as PlanExecuteOptions;
    const plain = await runPlanExecute(options);
    if (plain.status === 'solved') expectTypeOf(plain.answer).toEqualTypeOf<Json>();
    const answer = z.object({ words: z.number() });
    const typed = await runPlanExecute({ ...options, answer });
    if (typed.status === 'solved') expectTypeOf(typed.answer).toEqualTypeOf<{ words: number }>();
    // @ts-expect-error only a schema makes an answer a number
    await runPlanExecute<number>(options);
    expectTypeOf(typed).not.toHaveProperty('answer');
  });

  it('N2: the same goes for a goal, whose executor sees the task and the results', async () => {
    const typed = await startGoal({
      goal: 'Count.',
      answer: z.number(),
      execute: (task, results, goalState) => {
        expectTypeOf(task).toEqualTypeOf<Task<Json>>();
        expectTypeOf(results).toEqualTypeOf<Readonly<Record<string, Json>>>();
        expectTypeOf(goalState).toEqualTypeOf<GoalState>();
        return 1;
      },
    }).result;
    if (typed.status === 'solved') expectTypeOf(typed.answer).toEqualTypeOf<number>();
    const { execute } = {} as GoalOptions;
    expectTypeOf(runGoal).toBeCallableWith({ goal: 'Count.', execute });
    expectTypeOf(runGoal).toBeCallableWith({
      goal: 'Count.',
      execute: { toCall: ({ id }) => ({ tool: 'count', args: { id } }) },
    });
    // @ts-expect-error nobody would do the tasks
    await runGoal({ goal: 'Count.' });
    // @ts-expect-error nobody would read advice
    await runGoal({ goal: 'Count.', execute, advisors: [] });
  });
});

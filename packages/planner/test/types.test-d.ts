import type { DriftGoalState } from '@loopwright/loop-detector';
import { describe, expectTypeOf, it } from 'vitest';
import type { CheckpointStore, GoalState, Task, TaskGraphJson } from '../src/index.ts';
import {
  checkpointPresets,
  createCheckpointStore,
  createGoalState,
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
});

import type { Json } from '@loopwright/core-parser';
import type { Observation } from '@loopwright/tool-registry';
import type { Task } from '../task.ts';
import { completeTask, type Pursuit } from './pursuit.ts';
import type { TaskWave } from './task-wave.ts';

/** Completes the tasks of a wave that went well. Gives their ids. */
export function bookSuccesses(
  pursuit: Pursuit,
  { tasks }: TaskWave,
  observations: readonly Observation[],
  step: number,
): string[] {
  return tasks.flatMap(({ id }, index) => {
    const observation = observations[index]!;
    if (!observation.ok) return [];
    completeTask(pursuit, id, observation.value, step);
    return [id];
  });
}

/**
 * Counts the attempts of a wave that failed. Gives the tasks that have failed for good. What somebody did not allow is not
 * tried again: that task is skipped.
 */
export function bookFailures(
  { graph }: Pursuit,
  { tasks }: TaskWave,
  observations: readonly Observation[],
): Task<Json>[] {
  return tasks.flatMap(({ id }, index) => {
    const observation = observations[index]!;
    if (observation.ok) return [];
    const { type, code, message } = observation.error;
    if (code === 'denied') {
      graph.skip(id, message);
      return [];
    }
    const { willRetry } = graph.fail(id, `${type}: ${message}`);
    return willRetry ? [] : [graph.task(id)];
  });
}

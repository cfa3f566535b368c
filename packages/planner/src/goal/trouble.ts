import type { Run, Step } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { RunTrouble } from '../checkpoint-policy.ts';
import { subtasksOf } from '../count-subtasks.ts';
import type { Task } from '../task.ts';
import { findDeferredStop, type Turning } from './deferred-stops.ts';
import type { Pursuit } from './pursuit.ts';

/** Why a run may want to go back, and the tasks that could be done in another way. */
export type Trouble = {
  readonly kind: RunTrouble['kind'];
  /** The step with which it began. */
  readonly since: number;
  readonly tasks: readonly Task<Json>[];
  readonly text: string;
};

/** The loop or the drift that a guard has found in this step. It began with the first word of that guard since `after`. */
export function guardTrouble(
  run: Run,
  step: Step,
  pursuit: Pursuit,
  after: number,
): (Trouble & { kind: Turning }) | undefined {
  const stop = findDeferredStop(step);
  if (stop === undefined) return undefined;
  const { guard, stopReason, text } = stop;
  const steps = run.steps.slice(after);
  const began = steps.find(({ verdicts }) => verdicts.some((each) => each.guard === guard));
  const since = began?.n ?? step.n;
  const worked = new Set(steps.filter(({ n }) => n >= since).flatMap(subtasksOf));
  const tasks = pursuit.graph.tasks.filter(({ id }) => worked.has(id));
  return { kind: stopReason, since, tasks, text };
}

/** Tasks that have failed for good in a step. */
export function failureTrouble(failed: readonly Task<Json>[], step: number): Trouble | undefined {
  if (failed.length === 0) return undefined;
  const text = failed.map(({ id, error }) => `${id}: ${error}`).join('; ');
  return { kind: 'subtask_failed', since: step, tasks: failed, text };
}

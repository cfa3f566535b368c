import type { Run, Step } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { RunTrouble } from '../checkpoint-policy.ts';
import { subtasksOf } from '../count-subtasks.ts';
import { findDeferredStop } from '../deferred-stops.ts';
import type { Task } from '../task.ts';
import type { Pursuit } from './pursuit.ts';
import type { Turning } from './stop-deferral.ts';

/** Why a run may want to go back, and the tasks that could be done in another way. */
export type Trouble = {
  readonly kind: RunTrouble['kind'];
  /** The step with which it began. */
  readonly since: number;
  readonly tasks: readonly Task<Json>[];
  readonly text: string;
};

/** The loop or the drift that a guard has found in this step. What was before `after` is over. */
export function guardTrouble(
  run: Run,
  step: Step,
  pursuit: Pursuit,
  after: number,
): (Trouble & { kind: Turning }) | undefined {
  const stop = findDeferredStop(step);
  // Missing progress is deferred only where the goal is completed.
  if (stop === undefined || stop.stopReason === 'no_progress') return undefined;
  const { guard, stopReason, text } = stop;
  const steps = run.steps.slice(after);
  const since = beginningOf(stopReason, guard, steps);
  const worked = new Set(steps.filter(({ n }) => n >= since).flatMap(subtasksOf));
  const tasks = pursuit.graph.tasks.filter(({ id }) => worked.has(id));
  return { kind: stopReason, since, tasks, text };
}

/**
 * The step with which the trouble at the last of these began: the guard had something to say at each step since. What it
 * said before a step that it found nothing wrong with was about something else; only of a drift is it silent between its hint
 * and the end.
 */
function beginningOf(kind: Turning, guard: string, steps: readonly Step[]): number {
  const hasWord = ({ verdicts }: Step) => verdicts.some((each) => each.guard === guard);
  const last = steps.length - 1;
  const hint = kind === 'goal_drift' ? steps.slice(0, last).findLastIndex(hasWord) : -1;
  const silent = steps.slice(0, hint === -1 ? last : hint).findLastIndex((step) => !hasWord(step));
  return steps[silent + 1]!.n;
}

/** Tasks that have failed for good in a step. */
export function failureTrouble(failed: readonly Task<Json>[], step: number): Trouble | undefined {
  if (failed.length === 0) return undefined;
  const text = failed.map(({ id, error }) => `${id}: ${error}`).join('; ');
  return { kind: 'subtask_failed', since: step, tasks: failed, text };
}

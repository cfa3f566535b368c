import type { Run } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { createGoalState, type GoalState, markSubgoalComplete } from '../goal-state.ts';
import type { TaskCut } from '../task-cut.ts';
import type { TaskGraph } from '../task-graph.ts';
import type { TaskGraphJson } from '../task-graph-json.ts';

/** Where a goal stands. Both change together; going back to a checkpoint replaces them. */
export type Pursuit = { graph: TaskGraph<Json>; goalState: GoalState };

/** Where a goal stood at a moment, as plain data. */
export type Snapshot = { readonly plan: TaskGraphJson<Json>; readonly goalState: GoalState };

export function snapshotOf({ graph, goalState }: Pursuit): Snapshot {
  return { plan: graph.toJson(), goalState };
}

/** The pursuit of a plan of which nothing is done. */
export function beginPursuit(graph: TaskGraph<Json>): Pursuit {
  return { graph, goalState: createGoalState(graph) };
}

/** Completes a task, which is a milestone (N5). */
export function completeTask(pursuit: Pursuit, id: string, result: Json, iteration: number): void {
  const { description } = pursuit.graph.task(id);
  pursuit.graph.complete(id, result);
  pursuit.goalState = markSubgoalComplete(pursuit.goalState, description, iteration);
}

/** Says what is left to do after tasks were split. */
export function updateSubgoals(pursuit: Pursuit): void {
  const open = pursuit.graph.tasks.filter(({ status }) => status !== 'completed');
  const remainingSubgoals = open.map(({ description }) => description);
  pursuit.goalState = { ...pursuit.goalState, remainingSubgoals };
}

/** Registers how far the goal is, ahead of any end (R12). */
export function reportProgress(run: Run, { graph }: Pursuit): void {
  const { completed, total } = graph.progress();
  run.progress({ done: completed, total, missing: graph.unfinished() });
}

/** A cap that was crossed is a flag with a count (N10). */
export function flagCut(run: Run, cut: TaskCut): void {
  const { reason, limit, parentId, tasks, text } = cut;
  run.flag(reason, text, { limit, count: tasks.length, task: parentId ?? null });
}

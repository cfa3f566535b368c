import type { Run } from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';
import { TaskGraph } from '../task-graph.ts';
import type { TaskGraphLimits } from '../task-graph-json.ts';
import { beginPursuit, flagCut, type Pursuit } from './pursuit.ts';
import type { Splitter } from './splitter.ts';

/**
 * Splits the goal into the tasks that the run begins with (N2). A goal that nobody can split is one task. Tasks beyond the cap
 * are left out, which is flagged, and the others are done (N10).
 */
export async function openGoal(
  run: Run,
  { by, splitGoal }: Splitter,
  limits: TaskGraphLimits,
): Promise<Pursuit> {
  const goal = run.task;
  const { tasks = [], rule, unnamed, problem } = await splitGoal();
  const graph = new TaskGraph<Json>({ goal }, limits);
  const problems = graph.findProblems(tasks).map(({ message }) => message);
  const unusable = problem ?? (problems.length > 0 ? problems.slice(0, 20).join(' ') : undefined);
  if (unusable !== undefined) {
    run.flag(
      'decomposition',
      `The goal is done as one task, as it could not be split: ${unusable}`,
    );
  }
  const isWhole = unusable !== undefined || tasks.length === 0;
  const { cut } = graph.add(isWhole ? [{ id: 'goal', description: goal }] : tasks);
  if (cut !== undefined) flagCut(run, cut);
  if (unnamed !== undefined) {
    const { count, what } = unnamed;
    run.flag('unnamed_things', `The goal counts ${count} ${what} and does not name them`, {
      count,
    });
  }
  run.note('plan', { goal, by, rule: rule ?? null, tasks: toJson(graph.tasks) });
  return beginPursuit(graph);
}

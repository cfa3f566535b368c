import type { Run } from '@loopwright/agent-run';
import { subtasksOf } from '../count-subtasks.ts';
import { orderTasks } from '../task-order.ts';
import type { RunEffect } from './effect-sequence.ts';
import { completeTask, type Pursuit } from './pursuit.ts';
import type { TaskExpander } from './task-expander.ts';

/**
 * The completed tasks that changed the world after a step, with those that they were built on. No restore undoes them, so that
 * they stay completed and no other way for them is asked for: it would be the same payment once more.
 */
export function findLastingTasks(
  run: Run,
  { graph }: Pursuit,
  after: number,
  effectsSince: readonly RunEffect[],
): ReadonlySet<string> {
  const changing = run.steps
    .filter(({ n }) => n > after)
    .flatMap((step) => {
      const { n, calls, observations } = step;
      // A sub-agent may be declared pure; what it did is among the effects of its step.
      const isChanging = calls.length === 1 && effectsSince.some(({ seq }) => seq === n);
      return subtasksOf(step).filter((_, index) => {
        const tool = run.tools.tools.get(calls[index]?.tool ?? '');
        const hasEffect = isChanging || (tool !== undefined && tool.effect !== 'pure');
        return hasEffect && observations[index]?.ok === true;
      });
    });
  const completed = new Map(
    graph.tasks.flatMap((task) => (task.status === 'completed' ? [[task.id, task] as const] : [])),
  );
  const lasting = new Set(changing.filter((id) => completed.has(id)));
  for (const id of lasting) {
    for (const dependency of completed.get(id)!.dependsOn) lasting.add(dependency);
  }
  return lasting;
}

/** Completes them in a plan in which they are still to be done. */
export async function keepLastingTasks(
  run: Run,
  lasting: ReadonlySet<string>,
  { from, to, expander }: { from: Pursuit; to: Pursuit; expander: TaskExpander },
): Promise<void> {
  const tasks = from.graph.tasks.filter(({ id }) => lasting.has(id));
  for (const id of orderTasks(tasks)) {
    await expander.splitTowards(to, id);
    const isReady = to.graph.ready().some((task) => task.id === id);
    if (isReady) completeTask(to, id, from.graph.task(id).result ?? null, run.steps.length);
  }
}

import { listIds } from './task-graph-error.ts';

/**
 * Tasks that were not taken into a graph because of a cap (N10). What was to be split stays in the graph and is done as a
 * whole.
 */
export type TaskCut = {
  readonly reason: 'max_tasks' | 'max_depth';
  readonly limit: number;
  /** The task that was to be split. */
  readonly parentId?: string;
  readonly tasks: readonly { readonly id: string; readonly description: string }[];
  /** The same in words. */
  readonly text: string;
};

/** Says what was cut and why. */
export function describeCut(cut: Omit<TaskCut, 'text'>): TaskCut {
  const { reason, limit, parentId, tasks } = cut;
  const cap =
    reason === 'max_tasks'
      ? `A plan has at most ${limit} tasks`
      : `Tasks are split at most ${limit} levels deep`;
  const ids = listIds(tasks.map(({ id }) => id));
  const text =
    parentId === undefined
      ? `${cap}; left out: ${ids}.`
      : `${cap}; ${parentId} is not split into ${ids}.`;
  return { ...cut, text };
}

import type { Task, TaskStatus } from './task.ts';

/** How far a graph is. Tasks that were split are not counted, their subtasks are. */
export type TaskProgress = Readonly<Record<TaskStatus, number>> & {
  /** Tasks beyond the cap, which were never taken in. */
  readonly leftOut: number;
  /** Everything that there is to do, what was left out included. */
  readonly total: number;
  /** For users: `completed 3 of 5 subtasks`. */
  readonly text: string;
};

/**
 * How a graph stands as a whole: it has no tasks, something is left to do, everything is completed, or nothing can be done
 * any more although not everything is completed.
 */
export type TaskGraphStatus = 'empty' | 'open' | 'completed' | 'incomplete';

/** How far a graph with so many tasks of each status is. */
export function progressOf(
  counts: Readonly<Record<TaskStatus, number>>,
  leftOut: number,
): TaskProgress {
  const total = Object.values(counts).reduce((sum, count) => sum + count, leftOut);
  const noun = total === 1 ? 'subtask' : 'subtasks';
  return { ...counts, leftOut, total, text: `completed ${counts.completed} of ${total} ${noun}` };
}

/** How such a graph stands as a whole. */
export function statusOf({ total, completed, pending, running }: TaskProgress): TaskGraphStatus {
  if (total === 0) return 'empty';
  if (pending + running > 0) return 'open';
  return completed === total ? 'completed' : 'incomplete';
}

/** What is not completed and why, and what was left out: one text for each task. */
export function describeUnfinished(tasks: readonly Task[], leftOut: Iterable<string>): string[] {
  const unfinished = tasks.filter(({ status }) => status !== 'completed');
  return [
    ...unfinished.map(({ description, status, error, blockedBy }) => {
      const state = blockedBy === undefined ? status : `blocked by ${blockedBy}`;
      return `${description} (${error === undefined ? state : `${state}: ${error}`})`;
    }),
    ...[...leftOut].map((description) => `${description} (left out)`),
  ];
}

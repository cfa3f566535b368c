import { requireList, requireText } from './invalid-options.ts';

/** What has to be known of a recorded step. One that worked on several subtasks names them all: `a, b`. */
export type CountedStep = { readonly subtask?: string | undefined };

/** How many iterations of one run were spent on a subtask; `subtask` is undefined for steps that name none. */
export type SubtaskCount = { readonly subtask: string | undefined; readonly iterations: number };

/** What a subtask took in the runs that worked on it. */
export type SubtaskSummary = {
  readonly subtask: string | undefined;
  /** Runs with at least one iteration on it. */
  readonly runs: number;
  readonly total: number;
  /** Half of the runs took at most so many iterations; between two middle values, their mean. */
  readonly median: number;
  readonly max: number;
};

/** No id of a task has it in it. */
const subtaskSeparator = ', ';

/** Iterations by subtask of one run (R14), in the order in which the subtasks were begun. */
export function countSubtasks(steps: readonly CountedStep[]): SubtaskCount[] {
  const counts = new Map<string | undefined, number>();
  for (const step of requireList('steps', steps)) {
    const subtasks = step.subtask === undefined ? [undefined] : subtasksOf(step);
    for (const subtask of subtasks) counts.set(subtask, (counts.get(subtask) ?? 0) + 1);
  }
  return [...counts].map(([subtask, iterations]) => ({ subtask, iterations }));
}

/**
 * Iterations by subtask over many runs (N10, R14), the subtask with the highest median first: it shows whether to raise a
 * limit or to split a subtask. Subtasks are compared by name.
 */
export function summariseSubtasks(runs: readonly (readonly CountedStep[])[]): SubtaskSummary[] {
  const found = new Map<string | undefined, number[]>();
  for (const { subtask, iterations } of requireList('runs', runs).flatMap((steps) =>
    countSubtasks(steps),
  )) {
    const list = found.get(subtask);
    if (list === undefined) found.set(subtask, [iterations]);
    else list.push(iterations);
  }
  return [...found]
    .map(([subtask, counts]) =>
      summarise(
        subtask,
        counts.toSorted((a, b) => a - b),
      ),
    )
    .sort((a, b) => b.median - a.median || b.max - a.max);
}

/** The subtasks that a step worked on. */
export function subtasksOf({ subtask }: CountedStep): string[] {
  return subtask === undefined ? [] : requireText('subtask', subtask).split(subtaskSeparator);
}

/** How the subtasks of a step are written as one name. */
export function joinSubtasks(subtasks: readonly string[]): string {
  return subtasks.join(subtaskSeparator);
}

function summarise(subtask: string | undefined, sorted: readonly number[]): SubtaskSummary {
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  const median = sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
  const total = sorted.reduce((sum, count) => sum + count, 0);
  return { subtask, runs: sorted.length, total, median, max: sorted.at(-1)! };
}

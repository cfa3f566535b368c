import type { NewTask } from './task.ts';
import type { TaskCut } from './task-cut.ts';

/** What a graph is made of; what `decompose` gives is such a plan. */
export type TaskPlan = {
  readonly goal: string;
  /** Default: none. */
  readonly tasks?: readonly NewTask[] | undefined;
};

export type TaskGraphOptions = {
  /** Tasks of the goal, finished ones included. Default 20. */
  readonly maxTasks?: number | undefined;
  /** Splits on top of each other. Default 3. */
  readonly maxDepth?: number | undefined;
  /** How often a task is begun before it counts as failed. Default 2. */
  readonly maxAttempts?: number | undefined;
};

/** The names of the options. */
export const taskGraphOptionNames = {
  maxTasks: true,
  maxDepth: true,
  maxAttempts: true,
} satisfies Record<keyof TaskGraphOptions, true>;

/** What `add` and `expand` took in, by id, and what they left out. */
export type TaskAddition = { readonly added: readonly string[]; readonly cut?: TaskCut };

/** What a failed attempt means: the task is pending again, or has failed for good and blocks others. */
export type TaskFailure = {
  readonly willRetry: boolean;
  /** The tasks that can never run now, by id. */
  readonly blocked: readonly string[];
};

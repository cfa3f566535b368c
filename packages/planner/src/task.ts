/** Where a task stands. `failed`, `skipped` and `blocked` are final and block what depends on the task. */
export const taskStatuses = [
  'pending',
  'running',
  'completed',
  'failed',
  'blocked',
  'skipped',
] as const;

/** One of {@link taskStatuses}. */
export type TaskStatus = (typeof taskStatuses)[number];

/** A task as it is handed in. */
export type NewTask = {
  /** Letters, digits, `_` and `-`, at most 64 of them. */
  readonly id: string;
  readonly description: string;
  /** The ids of the tasks that have to be completed before. Default: none. */
  readonly dependsOn?: readonly string[] | undefined;
  /** Of the tasks that are ready, those with a higher number come first. Default 0. */
  readonly priority?: number | undefined;
};

/** A task as a graph shows it: a copy, except for the result. */
export type Task<Result = unknown> = {
  readonly id: string;
  readonly description: string;
  readonly dependsOn: readonly string[];
  readonly priority: number;
  /** Splits above it: 0 for a task of the goal itself. */
  readonly depth: number;
  /** The task in whose place it came. */
  readonly parentId?: string;
  readonly status: TaskStatus;
  /** How often it was begun. */
  readonly attempts: number;
  readonly result?: Result;
  /** Why the last attempt failed, or why it was skipped. */
  readonly error?: string;
  /** Of a blocked task: the failed or skipped task at the beginning of its chain. */
  readonly blockedBy?: string;
};

const marker = Symbol.for('@loopwright/planner/task-graph');

/** What a {@link TaskGraphError} can be about; all but the last four are also codes of a `TaskProblem`. */
export type TaskGraphErrorCode =
  | 'empty_plan'
  | 'too_many_tasks'
  | 'invalid_task'
  | 'invalid_id'
  | 'duplicate_id'
  | 'unknown_dependency'
  | 'cycle'
  /** No task has this id. */
  | 'unknown_task'
  /** The status of the task does not allow what was asked. */
  | 'illegal_transition'
  /** A stored graph was written by a later version. */
  | 'unsupported_version'
  /** A stored graph contradicts itself. */
  | 'corrupt_graph';

/** The error thrown when a graph is used in a way that its rules do not allow. */
export type TaskGraphError = Error & {
  readonly code: TaskGraphErrorCode;
  /** The ids of the tasks concerned; those of a cycle in the order in which they wait. */
  readonly tasks: readonly string[];
};

/** Recognises a {@link TaskGraphError}, also one thrown by another copy of this package. */
export function isTaskGraphError(error: unknown): error is TaskGraphError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** Makes the error. */
export function taskGraphError(
  code: TaskGraphErrorCode,
  message: string,
  tasks: readonly string[] = [],
): TaskGraphError {
  const error = new Error(message);
  error.name = 'TaskGraphError';
  return Object.assign(error, { code, tasks, [marker]: true });
}

/** Ids as a message lists them: the first twenty, and how many more there are. */
export function listIds(ids: readonly string[]): string {
  const shown = ids.slice(0, 20).join(', ');
  return ids.length > 20 ? `${shown} and ${ids.length - 20} more` : shown;
}

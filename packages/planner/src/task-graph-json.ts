import { isDeadEnd } from './root-causes.ts';
import type { Task } from './task.ts';
import { taskStatuses } from './task.ts';
import type { TaskCut } from './task-cut.ts';
import { findTaskCycle } from './task-cycle.ts';
import { type TaskGraphError, taskGraphError } from './task-graph-error.ts';

/** The limits of a graph. */
export type TaskGraphLimits = {
  readonly maxTasks: number;
  readonly maxDepth: number;
  readonly maxAttempts: number;
};

/** A task that was replaced by its subtasks. */
export type TaskSplit = {
  readonly id: string;
  readonly description: string;
  readonly subtasks: readonly string[];
};

/** A task as it is stored. */
export type StoredTask<Result = unknown> = Omit<Task<Result>, 'blockedBy'>;

/** A graph as plain data, fit for JSON when the results are. */
export type TaskGraphJson<Result = unknown> = {
  readonly version: 1;
  readonly goal: string;
  readonly limits: TaskGraphLimits;
  /** In the order of the list. */
  readonly tasks: readonly StoredTask<Result>[];
  readonly splits: readonly TaskSplit[];
  readonly cuts: readonly TaskCut[];
};

/**
 * Checks what was stored, so that nothing is run on a graph that contradicts itself. Throws a `TaskGraphError` of code
 * `unsupported_version` or `corrupt_graph`.
 */
export function checkTaskGraphJson<Result>(stored: TaskGraphJson<Result>): void {
  const { version, goal, limits, tasks, splits, cuts } = Object(stored) as Partial<
    TaskGraphJson<Result>
  >;
  if (version !== 1) {
    const message = `The stored graph has version ${String(version)}; this release reads version 1.`;
    throw taskGraphError(version === undefined ? 'corrupt_graph' : 'unsupported_version', message);
  }
  const lists = [tasks, splits, cuts];
  const { maxTasks, maxDepth, maxAttempts } = Object(limits) as Partial<TaskGraphLimits>;
  const areLimits = [maxTasks, maxDepth, maxAttempts].every(Number.isSafeInteger);
  if (typeof goal !== 'string' || !areLimits || !lists.every(Array.isArray)) {
    throw corrupt('it lacks its goal, limits, tasks, splits or cuts');
  }
  const byId = new Map(tasks!.map((task) => [String(Object(task).id), task]));
  const areListed =
    cuts!.every((cut) => Array.isArray(Object(cut).tasks)) &&
    splits!.every((split) => Array.isArray(Object(split).subtasks));
  if (!areListed) throw corrupt('a cut or a split does not list its tasks');
  if (byId.size !== tasks!.length) throw corrupt('two of its tasks have the same id');
  for (const task of tasks!) checkTask(task, byId);
  const cycle = findTaskCycle(tasks!);
  if (cycle !== undefined) throw corrupt('some of its tasks wait for each other', cycle);
}

function checkTask<Result>(
  task: StoredTask<Result>,
  byId: ReadonlyMap<string, StoredTask<Result>>,
): void {
  const { id, description, dependsOn, priority, depth, attempts, status } = Object(
    task,
  ) as StoredTask<Result>;
  const isWellFormed =
    typeof id === 'string' &&
    typeof description === 'string' &&
    Array.isArray(dependsOn) &&
    [priority, depth, attempts].every(Number.isFinite) &&
    taskStatuses.includes(status);
  if (!isWellFormed) throw corrupt(`${String(id)} is no task`);
  const dependencies = dependsOn.map((dependency) => byId.get(dependency)?.status);
  if (dependencies.includes(undefined)) {
    throw corrupt(`${id} depends on a task that is not there`, [id]);
  }
  const isBlocked = dependencies.some((each) => isDeadEnd(each!));
  const isFree = dependencies.every((each) => each === 'completed');
  const isPossible =
    status === 'skipped' ||
    (status === 'blocked' && isBlocked) ||
    (status === 'pending' && !isBlocked) ||
    (status !== 'blocked' && isFree);
  if (!isPossible) throw corrupt(`${id} is ${status}, which its dependencies do not allow`, [id]);
}

function corrupt(what: string, tasks: readonly string[] = []): TaskGraphError {
  return taskGraphError('corrupt_graph', `The stored graph cannot be used: ${what}.`, tasks);
}

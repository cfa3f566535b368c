import type { NewTask, Task, TaskStatus } from './task.ts';

/** A task inside a graph, with its edges in both directions. */
export type TaskNode<Result> = {
  readonly id: string;
  readonly description: string;
  readonly priority: number;
  readonly depth: number;
  readonly parentId: string | undefined;
  /** Where it stands in the list, as in an outline: a subtask of 3 is 3.0, 3.1 and so on. */
  readonly place: readonly number[];
  dependsOn: readonly string[];
  status: TaskStatus;
  attempts: number;
  result: Result | undefined;
  error: string | undefined;
  /** Dependencies that are not completed. */
  openDependencies: number;
  readonly dependents: Set<TaskNode<Result>>;
};

/** A node for a new task, without edges. */
export function createNode<Result>(
  { id, description, dependsOn = [], priority = 0 }: NewTask,
  above: Pick<TaskNode<Result>, 'place' | 'depth' | 'parentId'>,
): TaskNode<Result> {
  return {
    ...above,
    id,
    description,
    priority,
    dependsOn: [...new Set(dependsOn)],
    status: 'pending',
    attempts: 0,
    result: undefined,
    error: undefined,
    openDependencies: 0,
    dependents: new Set(),
  };
}

/** The task as others see it. */
export function viewNode<Result>(
  node: TaskNode<Result>,
  blockedBy?: string | undefined,
): Task<Result> {
  const { id, description, dependsOn, priority, depth, status, attempts } = node;
  return {
    id,
    description,
    dependsOn: [...dependsOn],
    priority,
    depth,
    ...(node.parentId === undefined ? {} : { parentId: node.parentId }),
    status,
    attempts,
    ...(node.result === undefined ? {} : { result: node.result }),
    ...(node.error === undefined ? {} : { error: node.error }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
  };
}

/** Higher priorities first, else in the order of the list. */
export function compareUrgency<Result>(a: TaskNode<Result>, b: TaskNode<Result>): number {
  return b.priority - a.priority || comparePlace(a, b);
}

/** In the order of the list. */
export function comparePlace<Result>(a: TaskNode<Result>, b: TaskNode<Result>): number {
  const shared = Math.min(a.place.length, b.place.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = a.place[at]! - b.place[at]!;
    if (difference !== 0) return difference;
  }
  return a.place.length - b.place.length;
}

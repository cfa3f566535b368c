import type { NewTask, TaskGraphErrorCode } from '../src/index.ts';
import { isTaskGraphError, TaskGraph } from '../src/index.ts';

/** Tasks in short: `{ c: ['a', 'b'] }` depends on both. */
export function tasksOf(dependencies: Readonly<Record<string, readonly string[]>>): NewTask[] {
  return Object.entries(dependencies).map(([id, dependsOn]) => ({
    id,
    description: `Do ${id}`,
    dependsOn,
  }));
}

/** A graph of such tasks. */
export function graphOf(
  dependencies: Readonly<Record<string, readonly string[]>>,
  limits: { maxTasks?: number; maxDepth?: number; maxAttempts?: number } = {},
): TaskGraph {
  return new TaskGraph({ goal: 'test', tasks: tasksOf(dependencies) }, limits);
}

/** Two attempts that fail. */
export function failForGood(graph: TaskGraph, id: string, error = 'boom'): void {
  graph.fail(id, error);
  graph.fail(id, error);
}

export function idsOf(tasks: readonly { readonly id: string }[]): string[] {
  return tasks.map(({ id }) => id);
}

/** The status of every task, by id. */
export function statuses(graph: TaskGraph): Record<string, string> {
  return Object.fromEntries(graph.tasks.map(({ id, status }) => [id, status]));
}

/** The code and the message that a graph refuses with. */
export function refusal(use: () => unknown): {
  code: TaskGraphErrorCode | undefined;
  message: string;
  tasks: readonly string[];
} {
  try {
    use();
  } catch (error) {
    if (isTaskGraphError(error)) {
      return { code: error.code, message: error.message, tasks: error.tasks };
    }
    throw error;
  }
  return { code: undefined, message: 'accepted', tasks: [] };
}

import type { Json } from '@loopwright/core-parser';
import type { Task } from '../task.ts';
import type { TaskGraph } from '../task-graph.ts';
import type { TaskResults } from './task-executor.ts';

/** What the tasks gave that a task depends on. */
export function resultsFor(graph: TaskGraph<Json>, { dependsOn }: Task<Json>): TaskResults {
  return Object.fromEntries(dependsOn.map((id) => [id, graph.task(id).result ?? null]));
}

/** What all completed tasks gave. */
export function allResults(graph: TaskGraph<Json>): TaskResults {
  const completed = graph.tasks.filter(({ status }) => status === 'completed');
  return Object.fromEntries(completed.map(({ id, result }) => [id, result ?? null]));
}

import { orderTasks, type Waiting } from './task-order.ts';

/**
 * One circle of tasks that wait for each other, as their ids in the order in which they wait; undefined when there is none.
 * Tasks that only wait for a circle are not named. Linear; no recursion.
 */
export function findTaskCycle(tasks: readonly Waiting[]): string[] | undefined {
  const stuck = new Map(tasks.map(({ id, dependsOn = [] }) => [id, dependsOn]));
  for (const id of orderTasks(tasks)) stuck.delete(id);
  let id = stuck.keys().next().value;
  if (id === undefined) return undefined;
  // Whatever has no order waits for something without one, so the walk comes back to where it has been.
  const positions = new Map<string, number>();
  while (!positions.has(id)) {
    positions.set(id, positions.size);
    id = stuck.get(id)!.find((dependency) => stuck.has(dependency))!;
  }
  return [...positions.keys()].slice(positions.get(id));
}

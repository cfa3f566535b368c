/** What a task needs to have a place in an order. */
export type Waiting = { readonly id: string; readonly dependsOn?: readonly string[] | undefined };

/**
 * The ids of tasks in an order in which they can be done, what can be done first in front. Tasks that wait in a circle, or
 * for one, have no place in it; dependencies on no task of the list are passed over. Linear; no recursion.
 */
export function orderTasks(tasks: readonly Waiting[]): string[] {
  const open = new Map(tasks.map(({ id }) => [id, 0]));
  const dependents = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  for (const { id, dependsOn = [] } of tasks) {
    for (const dependency of dependsOn) {
      const list = dependents.get(dependency);
      if (list === undefined) continue;
      list.push(id);
      open.set(id, open.get(id)! + 1);
    }
  }
  const order = [...open.keys()].filter((id) => open.get(id) === 0);
  for (const id of order) {
    for (const dependent of dependents.get(id)!) {
      const left = open.get(dependent)! - 1;
      open.set(dependent, left);
      if (left === 0) order.push(dependent);
    }
  }
  return order;
}

import type { TaskStatus } from './task.ts';
import type { TaskNode } from './task-node.ts';

/** True when what depends on such a task can never run. */
export function isDeadEnd(status: TaskStatus): boolean {
  return status === 'failed' || status === 'skipped' || status === 'blocked';
}

/**
 * Finds, for blocked tasks, the failed or skipped task at the beginning of the chain. It is told from the state of the graph
 * alone, always by the first dependency that is a dead end, so that it does not matter in which order tasks ended. Keeps
 * what it has found: ask anew when the graph has changed. Linear for all tasks of a graph together; no recursion.
 */
export function createRootCauseFinder<Result>(nodes: {
  get(id: string): TaskNode<Result> | undefined;
}): (node: TaskNode<Result>) => string | undefined {
  const found = new Map<string, string>();
  return (start) => {
    if (start.status !== 'blocked') return undefined;
    const chain: string[] = [];
    let node = start;
    while (node.status === 'blocked' && !found.has(node.id)) {
      chain.push(node.id);
      const cause = node.dependsOn.find((id) => isDeadEnd(nodes.get(id)!.status))!;
      node = nodes.get(cause)!;
    }
    const root = found.get(node.id) ?? node.id;
    for (const id of chain) found.set(id, root);
    return root;
  };
}

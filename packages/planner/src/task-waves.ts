import type { TaskNode } from './task-node.ts';

/**
 * What is left of a graph as waves: the tasks of a wave wait only for earlier waves and for what is completed. Every task is
 * in the first wave that it can be in. `nodes` are in the order of the list, which is kept in a wave. Linear.
 */
export function openWaves<Result>(nodes: readonly TaskNode<Result>[]): string[][] {
  const waveOf = new Map<TaskNode<Result>, number>();
  const waiting = new Map<TaskNode<Result>, number>();
  const open = nodes.filter(({ status }) => status === 'pending' || status === 'running');
  const queue = open.filter(({ openDependencies }) => openDependencies === 0);
  for (const node of queue) waveOf.set(node, 0);
  for (const node of queue) {
    for (const dependent of node.dependents) {
      const left = (waiting.get(dependent) ?? dependent.openDependencies) - 1;
      waiting.set(dependent, left);
      if (left > 0) continue;
      // The last dependency in the queue is one of the highest wave, as the queue is in the order of waves.
      waveOf.set(dependent, waveOf.get(node)! + 1);
      queue.push(dependent);
    }
  }
  const waves: string[][] = [];
  for (const node of open) {
    const wave = waveOf.get(node)!;
    waves[wave] ??= [];
    waves[wave].push(node.id);
  }
  return waves;
}

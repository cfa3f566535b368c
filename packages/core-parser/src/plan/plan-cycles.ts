import { numberWaves, type StepGraph } from './step-graph.ts';

/**
 * Finds where steps wait for each other: for each group of such steps one circle, as the ids along it. Steps that only wait
 * for a circle are not named. Linear in steps and dependencies; no recursion.
 */
export function findCycles(graph: StepGraph): string[][] {
  const stuck = numberWaves(graph).map((wave) => wave === undefined);
  const groups = groupsOf(graph, stuck);
  const seenGroups = new Set<number>();
  const cycles: string[][] = [];
  for (const [start, group] of groups.entries()) {
    if (group === undefined || seenGroups.has(group)) continue;
    const cycle = followGroup(graph, groups, start);
    if (cycle === undefined) continue;
    seenGroups.add(group);
    cycles.push(cycle.map((place) => graph.ids[place]!));
  }
  return cycles;
}

/** Follows dependencies inside the group of a step until one comes twice; undefined when it waits for none of its group. */
function followGroup(
  { waitsFor }: StepGraph,
  groups: readonly (number | undefined)[],
  start: number,
): number[] | undefined {
  const path: number[] = [];
  const positions = new Map<number, number>();
  let place: number | undefined = start;
  while (place !== undefined && !positions.has(place)) {
    positions.set(place, path.length);
    path.push(place);
    place = waitsFor[place]!.find((dependency) => groups[dependency] === groups[start]);
  }
  return place === undefined ? undefined : path.slice(positions.get(place));
}

/** Steps of which each waits, over others, for each of the rest have one number: Tarjan's strongly connected components. */
function groupsOf({ waitsFor }: StepGraph, isIncluded: readonly boolean[]): (number | undefined)[] {
  const groups: (number | undefined)[] = waitsFor.map(() => undefined);
  const order = new Map<number, number>();
  const lowest: number[] = [];
  const inGroup: number[] = [];
  const open: { place: number; next: number }[] = [];
  const enter = (place: number): void => {
    lowest[place] = order.size;
    order.set(place, order.size);
    inGroup.push(place);
    open.push({ place, next: 0 });
  };
  for (const start of waitsFor.keys()) {
    if (isIncluded[start] && !order.has(start)) enter(start);
    while (open.length > 0) {
      const top = open.at(-1)!;
      const { place } = top;
      const dependency = waitsFor[place]![top.next];
      top.next += 1;
      if (dependency !== undefined) {
        if (!isIncluded[dependency]) continue;
        if (!order.has(dependency)) enter(dependency);
        else if (groups[dependency] === undefined) {
          lowest[place] = Math.min(lowest[place]!, order.get(dependency)!);
        }
        continue;
      }
      open.pop();
      const parent = open.at(-1)?.place;
      if (parent !== undefined) lowest[parent] = Math.min(lowest[parent]!, lowest[place]!);
      if (lowest[place] !== order.get(place)) continue;
      let member: number;
      do {
        member = inGroup.pop()!;
        groups[member] = place;
      } while (member !== place);
    }
  }
  return groups;
}

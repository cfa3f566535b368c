import type { Json } from '@loopwright/core-parser';

/** Where two values first differ; a side that has nothing there is undefined. */
export type Difference = { path: string; inA: Json | undefined; inB: Json | undefined };

type Pair = Difference;

/** The first difference, in the order in which the members of the left value stand. No recursion: a log may be deep. */
export function firstDifference(a: Json, b: Json): Difference | undefined {
  const open: Pair[] = [{ path: '', inA: a, inB: b }];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { path, inA, inB } = pair;
    if (inA === inB) continue;
    if (Array.isArray(inA) && Array.isArray(inB)) {
      for (let at = Math.max(inA.length, inB.length) - 1; at >= 0; at--) {
        open.push({ path: `${path}[${at}]`, inA: inA[at], inB: inB[at] });
      }
    } else if (isObject(inA) && isObject(inB)) {
      const names = [...new Set([...Object.keys(inA), ...Object.keys(inB)])];
      for (const name of names.reverse()) {
        const inside = path === '' ? name : `${path}.${name}`;
        open.push({ path: inside, inA: own(inA, name), inB: own(inB, name) });
      }
    } else return pair;
  }
  return undefined;
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value: { [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

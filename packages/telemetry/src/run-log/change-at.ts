import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';

/**
 * Where something stands in an event: names with dots between them. `*` is each item of a list, and a name with `+`
 * stands once or several times inside itself.
 */
export type Path = string;

/** What becomes of the value there; undefined leaves the member out. */
export type Change = (value: Json, path: Path) => Json | undefined;

/** A copy of an event in which the values at these paths are changed. What is not there stays away. */
export function changeAt(
  event: DurableEvent,
  paths: readonly Path[],
  change: Change,
): DurableEvent {
  let changed: Json | undefined = event as unknown as Json;
  for (const path of paths) {
    changed = changeIn(changed!, path.split('.'), (value) => change(value, path));
  }
  return changed as unknown as DurableEvent;
}

function changeIn(
  value: Json,
  names: readonly string[],
  change: (value: Json) => Json | undefined,
): Json | undefined {
  const [first, ...rest] = names;
  if (first === undefined) return change(value);
  if (first === '*') {
    if (!Array.isArray(value)) return value;
    return value.map((item) => changeIn(item, rest, change) ?? null);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const repeats = first.endsWith('+');
  const name = repeats ? first.slice(0, -1) : first;
  if (!Object.hasOwn(value, name)) return value;
  const inside = repeats ? changeIn(value[name]!, names, change) : value[name];
  const changed = inside === undefined ? undefined : changeIn(inside, rest, change);
  if (changed !== undefined) return { ...value, [name]: changed };
  const { [name]: _, ...others } = value;
  return others;
}

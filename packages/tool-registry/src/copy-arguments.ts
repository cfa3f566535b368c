/**
 * A copy for one attempt, so that a tool which changes its arguments does not change those of the next. Only lists and
 * plain objects, dates, maps and sets are copied: another instance that a schema made would lose its class, and is shared.
 */
export function copyArguments(value: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copyArguments(item, copies));
    return list;
  }
  if (value instanceof Date) return new Date(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Map.prototype) {
    const map = new Map<unknown, unknown>();
    copies.set(value, map);
    for (const [key, member] of value as ReadonlyMap<unknown, unknown>) {
      map.set(copyArguments(key, copies), copyArguments(member, copies));
    }
    return map;
  }
  if (prototype === Set.prototype) {
    const set = new Set<unknown>();
    copies.set(value, set);
    for (const member of value as ReadonlySet<unknown>) set.add(copyArguments(member, copies));
    return set;
  }
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) copy[key] = copyArguments(member, copies);
  return copy;
}

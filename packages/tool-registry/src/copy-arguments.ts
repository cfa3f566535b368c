/**
 * A copy for one attempt, so that a tool which changes its arguments does not change those of the next. Only lists and
 * plain objects are copied: an instance that a schema made would lose its class.
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
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) copy[key] = copyArguments(member, copies);
  return copy;
}

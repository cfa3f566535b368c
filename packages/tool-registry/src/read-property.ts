/** A property of any value; undefined where there is none or reading it throws. */
export function readProperty(value: unknown, name: PropertyKey): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return undefined;
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}

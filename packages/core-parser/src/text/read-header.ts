/**
 * A header of a response by its name in lower case, from a `Headers` object or a plain one, whose names may have any
 * case. Total: undefined for whatever is no headers.
 */
export function readHeader(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined;
  try {
    const { get } = headers as { get?: unknown };
    const plain = headers as Record<string, unknown>;
    const key = Object.keys(plain).find((each) => each.toLowerCase() === name);
    const value = typeof get === 'function' ? get.call(headers, name) : key && plain[key];
    return Array.isArray(value) ? value[0] : value;
  } catch {
    return undefined;
  }
}

/** Where a value has something that is no JSON and that nobody would write as some, and what it is. */
export type NoJson = { readonly path: readonly (string | number)[]; readonly kind: string };

/** Deeper data is cut when it is turned into JSON. */
const maxDepth = 200;

/**
 * A function, a symbol, a bigint or a number that is not finite, in lists and plain objects. A Date, a Map and other
 * instances have a JSON form.
 */
export function findNoJson(value: unknown): NoJson | undefined {
  return find(value, [], new Set());
}

function find(value: unknown, path: NoJson['path'], seen: Set<object>): NoJson | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { path, kind: String(value) };
  }
  if (typeof value !== 'object') {
    const kind = typeof value;
    return ['function', 'symbol', 'bigint'].includes(kind) ? { path, kind } : undefined;
  }
  if (value === null || path.length > maxDepth || seen.has(value)) return undefined;
  seen.add(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  if (!isPlain && !Array.isArray(value)) return undefined;
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const found = find(member, [...path, key], seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

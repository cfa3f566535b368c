import type { Json } from '@loopwright/core-parser';

/** What `#` or `#/a/b` leads to in a schema; undefined for everything else, also for other documents. */
export function resolvePointer(root: Json, reference: string): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let value: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decode(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, Json>)[key];
  }
  return value;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

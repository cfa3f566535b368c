import type { Json } from '../json/json.ts';
import type { ReferencePath } from './reference-path.ts';

/** What stands at the end of a path, or why it ends before. */
export type PathTarget = { ok: true; value: Json } | { ok: false; message: string };

/** Follows a path through own members of objects and places in lists; nothing inherited can be reached. */
export function followPath(value: Json, path: ReferencePath, id: string): PathTarget {
  let target = value;
  let name = id;
  for (const key of path) {
    if (typeof target !== 'object' || target === null) {
      const kind = target === null ? 'null' : `a ${typeof target}`;
      return { ok: false, message: `${name} is ${kind} and has no ${quote(key)}` };
    }
    if (!hasMember(target, key)) {
      return { ok: false, message: `${name} has no ${quote(key)}; ${describeMembers(target)}` };
    }
    target = (target as Record<string | number, Json>)[key]!;
    name = quote(key);
  }
  return { ok: true, value: target };
}

/** A list has places and no other members, so that `length` is none. */
function hasMember(target: object, key: string | number): boolean {
  return Array.isArray(target)
    ? /^\d+$/.test(String(key)) && Number(key) < target.length
    : Object.hasOwn(target, key);
}

function describeMembers(target: object): string {
  if (Array.isArray(target)) return `it is a list of ${target.length}`;
  const keys = Object.keys(target).slice(0, 20);
  return keys.length === 0 ? 'it is empty' : `it has ${keys.map(quote).join(', ').slice(0, 300)}`;
}

function quote(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : JSON.stringify(key.slice(0, 80));
}

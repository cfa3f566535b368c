import { readProperty } from './read-property.ts';

/**
 * What kind of value it is that has to be consumed and cannot simply be shown; undefined for all other values. Turned
 * into JSON, such a value would be an empty object: a result that says nothing and looks like success.
 */
export function unsupportedResult(value: unknown): string | undefined {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return undefined;
  const has = (name: PropertyKey) => typeof readProperty(value, name) === 'function';
  if (has('getReader') || has('pipe')) return 'a stream';
  if (has(Symbol.asyncIterator)) return 'an async iterator';
  if (has('next') && has(Symbol.iterator)) return 'an iterator';
  if (has('arrayBuffer') && has('text')) return 'an unread response';
  return undefined;
}

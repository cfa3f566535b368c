import type { JsonObject } from './json.ts';

/** True for what a JSON object becomes when read: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

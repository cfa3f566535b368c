import type { Json, JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import { readProperty } from './read-property.ts';
import type { Tool } from './tool.ts';

const maxDepth = 200;

/**
 * What identifies the content of a call: the tool's signature of it, or all its arguments.
 *
 * @throws whatever the signature throws, and TypeError when it gives nothing to compare
 */
export function callContent(tool: Tool, validated: unknown, sent: JsonObject): Json {
  const signature = tool.signature as ((args: unknown) => unknown) | undefined;
  // Validated arguments first: without what was stripped and with defaults, equal calls look equal.
  if (signature === undefined) return isFaithful(validated) ? toJson(validated) : sent;
  const content = signature(validated);
  // Either would make all calls of the tool look equal.
  if (content === undefined || typeof readProperty(content, 'then') === 'function') {
    throw new TypeError('A signature must be a Json value');
  }
  return toJson(content);
}

/**
 * Whether different values have different JSON. Not so for class instances and binary data, which a schema may make
 * out of the arguments: two uploads of one size would then pass for the same.
 */
function isFaithful(value: unknown, depth = 0): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null) return true;
  if (depth > maxDepth) return false;
  if (value instanceof Date) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((member) => isFaithful(member, depth + 1));
}

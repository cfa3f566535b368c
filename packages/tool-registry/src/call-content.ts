import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson, toJson } from '@loopwright/core-parser';
import { ignoreRejection } from './ignore-rejection.ts';
import { readProperty } from './read-property.ts';
import type { Tool } from './tool.ts';
import { validateArguments } from './validate-arguments.ts';

const maxDepth = 200;

/**
 * What identifies the content of a call: the tool's signature of it, or all its arguments. With an effect, arguments that
 * the schema makes differently each time, such as a default from a clock, do not count: what was sent stands for them.
 *
 * @throws whatever the signature throws, and TypeError when it gives nothing to compare
 */
export async function callContent(tool: Tool, validated: unknown, sent: JsonObject): Promise<Json> {
  const signature = tool.signature as ((args: unknown) => unknown) | undefined;
  // Validated arguments first: without what was stripped and with defaults, equal calls look equal.
  if (signature === undefined)
    return (await isSteady(tool, validated, sent)) ? toJson(validated) : sent;
  const content = signature(validated);
  // Either would make all calls of the tool look equal.
  if (content === undefined || typeof readProperty(content, 'then') === 'function') {
    ignoreRejection(content);
    throw new TypeError('A signature must be a Json value');
  }
  return toJson(content);
}

/** Time for the clock to move on between two validations. */
const tickMs = 2;

/** Whether validated arguments can be compared, and come out the same when the same call is made again. */
async function isSteady(tool: Tool, validated: unknown, sent: JsonObject): Promise<boolean> {
  if (!isFaithful(validated)) return false;
  const json = canonicalJson(toJson(validated));
  // A pure call may be repeated anyway, and a schema that adds nothing adds nothing that changes.
  if (tool.effect === 'pure' || json === canonicalJson(sent)) return true;
  await new Promise((resolve) => setTimeout(resolve, tickMs));
  const again = await validateArguments(tool, toJson(sent) as JsonObject);
  return again.ok && canonicalJson(toJson(again.value)) === json;
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

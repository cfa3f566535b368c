import type { Json, JsonObject } from '@loopwright/core-parser';
import type { ReflectedAction } from './reflected-action.ts';
import { subjectOf } from './reflected-action.ts';
import type { SensitiveNames } from './secret-names.ts';
import type { ToolDescription } from './tool-description.ts';
import { parameterSchemas } from './tool-description.ts';

/** Names of arguments that take any words. */
const freeTextNames = new Set(
  'q query question search search_query keyword keywords term terms text topic prompt'.split(' '),
);

/**
 * Parameters to call another tool with instead of the failed call: those of the failed call that it takes, and the words
 * of the failed call (or the goal) for a required free text such as `query`. Without a schema a tool that casts a wide
 * net gets `{ q: words }`, any other the parameters of the failed call.
 */
export function suggestParameters(
  tool: ToolDescription,
  failed: ReflectedAction,
  goal: string,
  { isWide, sensitive }: { isWide: boolean; sensitive: SensitiveNames | undefined },
): JsonObject {
  const subject = subjectOf(failed, sensitive);
  const words = subject === '' ? goal : subject;
  const schemas = parameterSchemas(tool);
  if (schemas === undefined) return isWide ? { q: words } : failed.parameters;
  const kept = Object.entries(failed.parameters).filter(([name, value]) =>
    Object.hasOwn(schemas, name) ? takes(schemas[name], value) : false,
  );
  const freeText = requiredOf(tool).find(
    (name) => freeTextNames.has(name.toLowerCase()) && takes(schemas[name], words),
  );
  const isFilled = freeText === undefined || kept.some(([name]) => name === freeText);
  return Object.fromEntries(isFilled ? kept : [...kept, [freeText, words]]);
}

function requiredOf({ parameters }: ToolDescription): string[] {
  const required = parameters?.required;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function takes(schema: Json | undefined, value: Json | undefined): boolean {
  const { type } = Object(schema) as { readonly type?: Json };
  if (typeof type !== 'string') return true;
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') {
    return type === 'number' || (type === 'integer' && Number.isInteger(value));
  }
  return typeof value === type;
}

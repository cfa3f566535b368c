import { readProperty } from './read-property.ts';
import { isStandardSchema } from './standard-schema.ts';
import type { Tool } from './tool.ts';
import { repeatPolicies, toolEffects } from './tool.ts';
import { createToolDefinitionError } from './tool-definition-error.ts';
import { assertToolName } from './tool-name.ts';

/** The longest delay of the platform's timers. */
const maxTimeoutMs = 2_147_483_647;

/** Refuses a tool that could not be run as it is described. Types catch most of this; callers may not have them. */
export function assertTool(tool: Tool): void {
  const name: unknown = readProperty(tool, 'name');
  assertToolName(name);
  const refuse = (what: string) => {
    throw createToolDefinitionError('invalid_option', `Tool "${name}": ${what}`);
  };
  if (!toolEffects.includes(tool.effect)) {
    throw createToolDefinitionError(
      'invalid_effect',
      `Tool "${name}": effect must be one of ${toolEffects.join(', ')}. ` +
        'There is no default: one would either act twice or never run again',
    );
  }
  if (!isStandardSchema(tool.input)) {
    throw createToolDefinitionError(
      'invalid_schema',
      `Tool "${name}": input must be a Standard Schema (an object with "~standard", as zod, valibot and arktype make)`,
    );
  }
  if (typeof tool.description !== 'string') refuse('description must be a string');
  if (typeof tool.execute !== 'function') refuse('execute must be a function');
  if (!repeatPolicies.includes(tool.repeat)) {
    refuse(`repeat must be one of ${repeatPolicies.join(', ')}`);
  }
  if (typeof tool.approval !== 'boolean' && typeof tool.approval !== 'function') {
    refuse('approval must be true, false or a function of the arguments');
  }
  if (tool.signature !== undefined && typeof tool.signature !== 'function') {
    refuse('signature must be a function of the arguments');
  }
  if (!Array.isArray(tool.sensitive) || !tool.sensitive.every((key) => typeof key === 'string')) {
    refuse('sensitive must be a list of argument names');
  }
  if (
    typeof tool.parameters !== 'object' ||
    tool.parameters === null ||
    Array.isArray(tool.parameters)
  ) {
    refuse('parameters must be a JSON Schema object');
  }
  if (!isWholeNumber(tool.timeoutMs, 1, maxTimeoutMs)) {
    refuse(
      `timeoutMs must be a whole number from 1 to ${maxTimeoutMs}, not ${String(tool.timeoutMs)}`,
    );
  }
  if (!isWholeNumber(tool.retries, 0)) {
    refuse(`retries must be a whole number from 0, not ${String(tool.retries)}`);
  }
  if (tool.retries > 0 && tool.effect === 'once') {
    refuse('retries must be 0 for an effect "once": a failed attempt may have acted');
  }
  if (tool.output !== undefined && !isStandardSchema(tool.output)) {
    throw createToolDefinitionError(
      'invalid_schema',
      `Tool "${name}": output must be a Standard Schema, or be left out`,
    );
  }
  if (tool.rateLimit !== undefined) {
    const [calls, perMs] = ['calls', 'perMs'].map((key) => readProperty(tool.rateLimit, key));
    if (!isWholeNumber(calls, 1) || !isWholeNumber(perMs, 1, maxTimeoutMs)) {
      refuse(
        `rateLimit must be { calls, perMs }, whole numbers from 1, not ${String(calls)} in ${String(perMs)} ms`,
      );
    }
  }
  if (tool.concurrency !== undefined && !isWholeNumber(tool.concurrency, 1)) {
    refuse(`concurrency must be a whole number from 1, not ${String(tool.concurrency)}`);
  }
}

/** True for a whole number in the range; false for NaN, Infinity and anything that is not a number. */
export function isWholeNumber(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

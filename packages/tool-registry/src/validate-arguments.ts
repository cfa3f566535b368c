import type { JsonObject } from '@loopwright/core-parser';
import { describeError } from './describe-error.ts';
import { describeIssues } from './describe-issues.ts';
import { readProperty } from './read-property.ts';
import { settle } from './settle.ts';
import type { Tool } from './tool.ts';

/** Validated arguments, or what is wrong with them, in words that never repeat a value. */
export type ArgumentCheck =
  | { readonly ok: true; readonly args: unknown }
  | { readonly ok: false; readonly message: string };

/**
 * Runs a tool's schema over the arguments. A schema that throws, answers nonsense or does not answer within the tool's
 * `timeoutMs` is reported like arguments that do not fit: the call cannot be made either way.
 */
export async function validateArguments(tool: Tool, args: JsonObject): Promise<ArgumentCheck> {
  let result: unknown;
  try {
    result = tool.input['~standard'].validate(args);
  } catch (error) {
    return failedCheck(error);
  }
  // Most schemas answer at once, and need neither a timer nor a signal.
  if (typeof readProperty(result, 'then') !== 'function') return readResult(tool, args, result);
  const settled = await settle(() => result, { timeoutMs: tool.timeoutMs });
  if (settled.kind === 'value') return readResult(tool, args, settled.value);
  if (settled.kind === 'thrown') return failedCheck(settled.error);
  return { ok: false, message: 'the check of the arguments did not end in time' };
}

/** The text of such an error is left out: a schema is free to quote the arguments in it. */
function failedCheck(error: unknown): ArgumentCheck {
  const { type } = describeError(error);
  return { ok: false, message: `the check of the arguments itself failed with ${type}` };
}

function readResult(tool: Tool, args: JsonObject, result: unknown): ArgumentCheck {
  const issues = readProperty(result, 'issues');
  if (Array.isArray(issues) && issues.length > 0) {
    return { ok: false, message: describeIssues(issues, args, tool.sensitive) };
  }
  if (issues || typeof result !== 'object' || result === null || !('value' in result)) {
    return { ok: false, message: 'the check of the arguments gave no readable result' };
  }
  return { ok: true, args: readProperty(result, 'value') };
}

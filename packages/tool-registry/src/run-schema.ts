import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describeError } from './describe-error.ts';
import { readProperty } from './read-property.ts';
import { settle } from './settle.ts';

/** What a schema put out, or what is wrong, in words that never repeat a value. */
export type SchemaCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Options of {@link runSchema}. */
export type SchemaRun = {
  /** What is checked, for messages: `arguments`, `result`. */
  readonly what: string;
  /** Milliseconds for a schema that answers later. */
  readonly timeoutMs: number;
  readonly describe: (issues: readonly unknown[]) => string;
};

/**
 * Runs a schema over a value. A schema that throws, answers nonsense or does not answer in time is reported like a value
 * that does not fit: it cannot be used either way.
 */
export async function runSchema(
  schema: StandardSchemaV1,
  value: unknown,
  run: SchemaRun,
): Promise<SchemaCheck> {
  let result: unknown;
  try {
    result = schema['~standard'].validate(value);
  } catch (error) {
    return failedCheck(run, error);
  }
  // Most schemas answer at once, and need neither a timer nor a signal.
  if (typeof readProperty(result, 'then') !== 'function') return readResult(run, result);
  const settled = await settle(() => result, { timeoutMs: run.timeoutMs });
  if (settled.kind === 'value') return readResult(run, settled.value);
  if (settled.kind === 'thrown') return failedCheck(run, settled.error);
  return { ok: false, message: `the check of the ${run.what} did not end in time` };
}

/** The text of such an error is left out: a schema is free to quote the value in it. */
function failedCheck({ what }: SchemaRun, error: unknown): SchemaCheck {
  const { type } = describeError(error);
  return { ok: false, message: `the check of the ${what} itself failed with ${type}` };
}

function readResult({ what, describe }: SchemaRun, result: unknown): SchemaCheck {
  const issues = readProperty(result, 'issues');
  if (Array.isArray(issues) && issues.length > 0) return { ok: false, message: describe(issues) };
  if (issues || typeof result !== 'object' || result === null || !('value' in result)) {
    return { ok: false, message: `the check of the ${what} gave no readable result` };
  }
  return { ok: true, value: readProperty(result, 'value') };
}

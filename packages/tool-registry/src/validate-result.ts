import { toJson } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describeIssues } from './describe-issues.ts';
import type { SchemaCheck } from './run-schema.ts';
import { runSchema } from './run-schema.ts';
import { unsupportedResult } from './unsupported-result.ts';

/** Runs a tool's `output` over what the tool returned. It may take as long as whoever waits for it does. */
export async function validateResult(
  output: StandardSchemaV1,
  returned: unknown,
): Promise<SchemaCheck> {
  // What cannot be shown at all is refused in words of its own.
  if (unsupportedResult(returned) !== undefined) return { ok: true, value: returned };
  return runSchema(output, returned, {
    what: 'result',
    timeoutMs: Infinity,
    // A schema that keeps members back would not do so if messages quoted them.
    describe: (issues) => describeIssues(issues, toJson(returned), () => undefined),
  });
}

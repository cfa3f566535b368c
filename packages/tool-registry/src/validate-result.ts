import { toJson } from '@loopwright/core-parser';
import { describeIssues } from './describe-issues.ts';
import type { SchemaCheck } from './run-schema.ts';
import { runSchema } from './run-schema.ts';
import type { Tool } from './tool.ts';
import { unsupportedResult } from './unsupported-result.ts';

/** Runs a tool's `output`, where it has one, over what the tool returned. */
export async function validateResult(
  tool: Tool,
  returned: unknown,
  timeLeftMs: () => number,
): Promise<SchemaCheck> {
  const { output } = tool;
  // What cannot be shown at all is refused in words of its own.
  if (output === undefined || unsupportedResult(returned) !== undefined) {
    return { ok: true, value: returned };
  }
  return runSchema(output, returned, {
    what: 'result',
    timeoutMs: timeLeftMs(),
    // A schema that keeps members back would not do so if messages quoted them.
    describe: (issues) => describeIssues(issues, toJson(returned), () => undefined),
  });
}

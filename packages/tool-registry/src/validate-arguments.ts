import type { JsonObject } from '@loopwright/core-parser';
import { describeIssues } from './describe-issues.ts';
import { leafTexts } from './leaf-texts.ts';
import type { SchemaCheck } from './run-schema.ts';
import { runSchema } from './run-schema.ts';
import type { Tool } from './tool.ts';

/** Runs a tool's `input` over the arguments, within the tool's `timeoutMs`. */
export function validateArguments(tool: Tool, args: JsonObject): Promise<SchemaCheck> {
  return runSchema(tool.input, args, {
    what: 'arguments',
    timeoutMs: tool.timeoutMs,
    describe: (issues) => {
      const values = leafTexts(args);
      return describeIssues(issues, args, ([name]) =>
        tool.sensitive.includes(String(name)) ? undefined : values,
      );
    },
  });
}

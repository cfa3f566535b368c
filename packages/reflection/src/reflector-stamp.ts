import { digest, type Json, toJson } from '@loopwright/core-parser';
import type { resolveReflectorOptions } from './reflector-options.ts';
import type { ToolOrName } from './tool-description.ts';
import { describeTool } from './tool-description.ts';

/**
 * The options in force as data, so that a run is not resumed under other ones. Of functions only their presence can be
 * compared.
 */
export function reflectorStamp(
  resolved: ReturnType<typeof resolveReflectorOptions>,
  tools: readonly ToolOrName[] | undefined,
  further: { readonly [name: string]: Json } = {},
): Json {
  // The clock says which lessons hold, and those are compared.
  const { lessons, classify, rank, parametersFor, now: _, ...options } = resolved;
  return toJson({
    ...options,
    ...further,
    lessons: digest(toJson(lessons)),
    tools: tools?.map((tool) => describeTool(tool).name),
    own: Object.entries({ classify, rank, parametersFor }).flatMap(([name, own]) =>
      own === undefined ? [] : [name],
    ),
  });
}

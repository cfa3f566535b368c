import type { JsonObject } from '@loopwright/core-parser';
import { z } from 'zod';
import type { Call, Observation, PerformOptions, Tool } from '../src/index.ts';
import { createToolRegistry, defineTool } from '../src/index.ts';

export function call(tool: string, args: JsonObject = {}): Call {
  return { tool, args };
}

/** A pure tool without arguments that does what is asked of it. */
export function toolThat(execute: () => unknown, name = 'probe'): Tool {
  return defineTool({
    name,
    description: 'A probe.',
    input: z.object({}),
    effect: 'pure',
    execute,
  });
}

/** The observation of one call of one tool. */
export function dispatchOne(
  tool: Tool,
  args: JsonObject = {},
  options: { maxObservationChars?: number; maxValueChars?: number } = {},
  performOptions: PerformOptions = {},
): Promise<Observation> {
  return createToolRegistry({ tools: [tool], ...options }).dispatch(
    call(tool.name, args),
    performOptions,
  );
}

/** The error of an observation that must be a failure. */
export function errorOf(observation: Observation) {
  if (observation.ok) throw new Error(`expected a failure, got ${observation.text}`);
  return observation.error;
}

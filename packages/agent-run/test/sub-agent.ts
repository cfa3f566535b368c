import { z } from 'zod';
import type { AgentTool, Outcome, ParentHandle, Run, RunResult } from '../src/index.ts';
import { defineAgentTool, runStrategy } from '../src/index.ts';
import { type SpecOptions, specOf } from './support.ts';

export function agentTool(
  agent: (
    args: { topic?: string | undefined },
    parent: ParentHandle,
  ) => Promise<RunResult<unknown>>,
  options: { modelCalls?: number; name?: string } = {},
): AgentTool {
  return defineAgentTool({
    name: options.name ?? 'helper',
    description: 'Asks a sub-agent.',
    input: z.object({ topic: z.string().optional() }),
    bounds: { modelCalls: options.modelCalls ?? 2 },
    agent,
  });
}

/** A tool whose sub-agent runs this body. */
export function helper(
  body: (run: Run) => Promise<Outcome>,
  options: SpecOptions = {},
  toolOptions: Parameters<typeof agentTool>[1] = {},
): AgentTool {
  return agentTool(
    (_, parent) => runStrategy(specOf({ allowance: { actor: 2 }, ...options, parent }), body),
    toolOptions,
  );
}

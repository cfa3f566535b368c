import { type AgentTool, defineAgentTool, type Limits, type Model } from '@loopwright/agent-run';
import { digest, type Json } from '@loopwright/core-parser';
import { runReact } from '@loopwright/react-loop';
import { createToolRegistry } from '@loopwright/tool-registry';
import { anyArguments, hostileTools } from './hostile-tools.ts';
import type { World } from './world.ts';

const maxSteps = 3;

/** Model calls of one sub-agent at most: its steps and one synthesis. */
export const childBound = maxSteps + 1;

/** A sub-agent that acts on the same world with the same tools, as the tool `helper`. */
export function subAgentTool(options: { world: World; model: Model; limits: Limits }): AgentTool {
  const { world, model, limits } = options;
  return defineAgentTool({
    name: 'helper',
    description: 'Another agent.',
    input: anyArguments,
    parameters: {},
    bounds: { modelCalls: childBound },
    agent: (args, parent) =>
      runReact({
        task: `Help with ${digest(args as Json)}`,
        model,
        tools: createToolRegistry({ tools: hostileTools(world) }),
        // Asks for more attempts than its parent has, and must not get them.
        limits: { ...limits, maxSteps, maxToolCalls: 5, attempts: limits.attempts + 2 },
        synthesis: 'model',
        parent,
      }),
  });
}

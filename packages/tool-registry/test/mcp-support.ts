import { createToolRegistry } from '../src/index.ts';
import type { McpClient, McpTool, McpToolsOptions } from '../src/mcp.ts';
import { mcpTools } from '../src/mcp.ts';
import { call } from './support.ts';

/** A tool that takes any object. */
export function described(name: string, rest: Partial<McpTool> = {}): McpTool {
  return { name, inputSchema: { type: 'object' }, ...rest };
}

type CallTool = (params: { name: string; arguments?: object }, ...rest: unknown[]) => unknown;

/** A client of major version 1, which lists some tools on one page and answers calls with a function. */
export function clientOf(tools: readonly unknown[], callTool: CallTool = () => text('done')) {
  const calls: unknown[][] = [];
  const client: McpClient = {
    listTools: async () => ({ tools: tools as McpTool[] }),
    callTool: async (...args: unknown[]) => {
      calls.push(args);
      return (callTool as (...args: unknown[]) => unknown)(...args);
    },
  };
  return { client, calls };
}

export function text(...texts: string[]) {
  return { content: texts.map((line) => ({ type: 'text', text: line })) };
}

/** Performs one call of the first tool of a server. */
export async function performMcp(
  callTool: CallTool,
  options: Partial<McpToolsOptions> = {},
  tool: McpTool = described('probe'),
) {
  const { client, calls } = clientOf([tool], callTool);
  const tools = await mcpTools(client, { effect: 'pure', ...options });
  const registry = createToolRegistry({ tools });
  const execution = await registry.perform(await registry.admit(call(tools[0]!.name)));
  return { ...execution, calls };
}

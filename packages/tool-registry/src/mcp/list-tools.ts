import { describeError } from '../describe-error.ts';
import { readProperty } from '../read-property.ts';
import { settle } from '../settle.ts';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import type { McpClient, McpTool } from './client.ts';
import { mcpDefaults } from './defaults.ts';

/** Which of a server's tools are looked at, and how long the list may be. */
export type McpListOptions = {
  /** Which tools are taken. Default: all. */
  include?: (tool: McpTool) => boolean;
  /** Pages of the list. A longer list is refused. Default 20. */
  maxPages?: number;
  /** Tools of the server. A longer list is refused. Default 200. */
  maxTools?: number;
  /** Milliseconds for the whole list. Default 30,000. */
  listTimeoutMs?: number;
  /** Cancels the listing. */
  signal?: AbortSignal;
};

/** The compiler keeps this list equal to the options. */
export const mcpListOptionNames = {
  include: true,
  maxPages: true,
  maxTools: true,
  listTimeoutMs: true,
  signal: true,
} satisfies Record<keyof McpListOptions, true>;

/** All pages of a server's list. @throws ToolDefinitionError `tools_not_listed` */
export async function listMcpTools(
  client: McpClient,
  options: McpListOptions,
): Promise<readonly McpTool[]> {
  const { include = () => true, listTimeoutMs = mcpDefaults.listTimeoutMs, signal } = options;
  const settled = await settle((inner) => listPages(client, options, inner, listTimeoutMs), {
    timeoutMs: listTimeoutMs,
    ...(signal ? { signal } : {}),
  });
  if (settled.kind === 'timeout') refuse(`the server did not list them within ${listTimeoutMs} ms`);
  if (settled.kind === 'aborted') refuse('the listing was cancelled');
  if (settled.kind === 'thrown') {
    const { type, message } = describeError(settled.error);
    refuse(`${type}: ${message}`);
  }
  return (settled.value as readonly McpTool[]).filter(include);
}

async function listPages(
  client: McpClient,
  options: McpListOptions,
  signal: AbortSignal,
  timeout: number,
): Promise<readonly McpTool[]> {
  const { maxPages = mcpDefaults.maxPages, maxTools = mcpDefaults.maxTools } = options;
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result: unknown = await client.listTools(params, { signal, timeout });
    const listed = readProperty(result, 'tools');
    if (!Array.isArray(listed)) throw new TypeError('the server gave no list of tools');
    if (tools.length + listed.length > maxTools) {
      throw new RangeError(`the server has more than ${maxTools} tools; raise maxTools`);
    }
    tools.push(...listed);
    const next = readProperty(result, 'nextCursor');
    if (typeof next !== 'string' || next === '') return tools;
    cursor = next;
  }
  throw new RangeError(`the server's list has more than ${maxPages} pages; raise maxPages`);
}

function refuse(what: string): never {
  throw createToolDefinitionError('tools_not_listed', `The MCP tools could not be listed: ${what}`);
}

import { digest, toJson } from '@loopwright/core-parser';
import { jsonSize } from '../json-schema/json-size.ts';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import type { McpTool } from './client.ts';

/** A digest of each tool by its name: plain data to keep beside the code that was reviewed with it. */
export type McpFingerprint = Readonly<Record<string, string>>;

/** More cannot be digested whole, and then a change would not be seen. */
const maxToolChars = 1_000_000;

/**
 * Digests of all that a server says of its tools and that reaches a model or decides what a call does.
 *
 * @throws ToolDefinitionError `tools_not_listed` for a tool of more than 1,000,000 characters
 */
export function fingerprintOf(tools: readonly McpTool[]): McpFingerprint {
  const digests = tools.map((tool) => [tool.name, digestOf(tool)] as const);
  return Object.fromEntries(digests.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function digestOf(tool: McpTool): string {
  const { name, inputSchema } = tool;
  const description = tool.description ?? null;
  const outputSchema = tool.outputSchema ?? null;
  const annotations = tool.annotations ?? null;
  const said = { name, description, inputSchema, outputSchema, annotations };
  if (jsonSize(said, maxToolChars) > maxToolChars) {
    throw createToolDefinitionError(
      'tools_not_listed',
      `The MCP tool ${JSON.stringify(name.slice(0, 100))} is described in more than ${maxToolChars} characters; leave it out with include`,
    );
  }
  return digest(toJson(said));
}

/** Refuses tools that are not the pinned ones. @throws ToolDefinitionError `tools_changed`, which names them */
export function assertPinned(tools: readonly McpTool[], pinned: McpFingerprint): void {
  const current = fingerprintOf(tools);
  const names = Object.keys(current);
  const differences = {
    changed: names.filter((name) => isPinned(pinned, name) && pinned[name] !== current[name]),
    added: names.filter((name) => !isPinned(pinned, name)),
    missing: Object.keys(pinned).filter((name) => !Object.hasOwn(current, name)),
  };
  const problems = Object.entries(differences)
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) => `${what}: ${list.map((name) => JSON.stringify(name)).join(', ')}`);
  if (problems.length === 0) return;
  throw createToolDefinitionError(
    'tools_changed',
    `The MCP tools are not the pinned ones (${problems.join('; ')}). Review them, then pin fingerprintMcpTools(client)`,
  );
}

function isPinned(pinned: McpFingerprint, name: string): boolean {
  return Object.hasOwn(pinned, name);
}

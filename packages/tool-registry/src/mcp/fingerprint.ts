import { digest, toJson } from '@loopwright/core-parser';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import type { McpTool } from './client.ts';

/** A digest of each tool by its name: plain data to keep beside the code that was reviewed with it. */
export type McpFingerprint = Readonly<Record<string, string>>;

/** Digests of all that a server says of its tools and that reaches a model or decides what a call does. */
export function fingerprintOf(tools: readonly McpTool[]): McpFingerprint {
  const digests = tools.map(
    ({ name, description, inputSchema, outputSchema, annotations }) =>
      [
        name,
        digest(
          toJson({
            name,
            description: description ?? null,
            inputSchema,
            outputSchema: outputSchema ?? null,
            annotations: annotations ?? null,
          }),
        ),
      ] as const,
  );
  return Object.fromEntries(digests.toSorted(([a], [b]) => (a < b ? -1 : 1)));
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

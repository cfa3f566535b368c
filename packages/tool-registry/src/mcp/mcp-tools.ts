import type { JsonObject } from '@loopwright/core-parser';
import { canonicalJson, toJson } from '@loopwright/core-parser';
import { assertKnownOptions } from '../assert-known-options.ts';
import { defineTool } from '../define-tool.ts';
import { isJsonObject } from '../json-schema/check-schema.ts';
import { jsonSchema } from '../json-schema/json-schema.ts';
import { readProperty } from '../read-property.ts';
import type { Tool, ToolEffect } from '../tool.ts';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import { assertListOptions, assertToolsOptions } from './assert-options.ts';
import { mcpCallFailure } from './call-failure.ts';
import { callMcpTool, type McpClient, type McpTool } from './client.ts';
import { mcpDefaults } from './defaults.ts';
import { assertPinned, fingerprintOf, type McpFingerprint } from './fingerprint.ts';
import { listMcpTools, type McpListOptions, mcpListOptionNames } from './list-tools.ts';
import { type McpToolsOptions, mcpSettingNames, mcpToolsOptionNames } from './mcp-options.ts';
import { readMcpResult } from './read-result.ts';
import { nameMcpTools } from './tool-names.ts';
import { untrustedSchema } from './untrusted-schema.ts';
import { untrustedText } from './untrusted-text.ts';

/**
 * The tools of an MCP server, for a registry. What the server says is not trusted: descriptions are one capped line
 * without labels, patterns in its schemas are shown and never run, and its hints decide only when `effect` says so. The
 * list is read once: tools that change later are not noticed until it is read again.
 *
 * @throws ToolDefinitionError `tools_not_listed`, `tools_changed` (see `pinned`), `name_collision`, `invalid_schema`, and
 * as `defineTool` does. Leave a tool that cannot be used out with `include`.
 */
export async function mcpTools(client: McpClient, options: McpToolsOptions): Promise<Tool[]> {
  assertKnownOptions('mcpTools', options, mcpToolsOptionNames);
  const { effect, prefix = '', pinned } = options;
  if (effect === undefined) {
    throw createToolDefinitionError(
      'invalid_effect',
      "mcpTools needs an effect: 'pure', 'idempotent', 'once', a function of the tool, or 'annotations' to believe the server",
    );
  }
  assertListOptions(options);
  assertToolsOptions(options);
  const listed = await listMcpTools(client, options);
  for (const tool of listed) assertReadable(tool);
  const names = nameMcpTools(listed, prefix);
  if (pinned !== undefined) assertPinned(listed, pinned);
  return listed.map((tool, index) => toTool(client, tool, names[index]!, options));
}

/** Digests of a server's tools, to be reviewed, kept, and given to {@link mcpTools} as `pinned`. Takes the same `include`. */
export async function fingerprintMcpTools(
  client: McpClient,
  options: McpListOptions = {},
): Promise<McpFingerprint> {
  assertKnownOptions('fingerprintMcpTools', options, mcpListOptionNames);
  assertListOptions(options);
  const listed = await listMcpTools(client, options);
  for (const tool of listed) assertReadable(tool);
  return fingerprintOf(listed);
}

function assertReadable(tool: unknown): asserts tool is McpTool {
  if (typeof readProperty(tool, 'name') === 'string') return;
  throw createToolDefinitionError('invalid_name', 'The MCP server lists a tool without a name');
}

function toTool(
  client: McpClient,
  described: McpTool,
  name: string,
  options: McpToolsOptions,
): Tool {
  const { settings } = options;
  const input = readSchema(described, 'inputSchema', options);
  const output =
    described.outputSchema === undefined
      ? undefined
      : readSchema(described, 'outputSchema', options).schema;
  const given = settings?.(described) ?? {};
  assertKnownOptions('What settings returned', given, mcpSettingNames);
  const tool: Tool = defineTool({
    name,
    description: untrustedText(described.description) || '(The server does not describe it.)',
    input: input.schema,
    parameters: untrustedSchema(input.json, refuserOf(described, 'inputSchema')),
    effect: effectOf(described, options.effect),
    ...given,
    ...(output === undefined ? {} : { output }),
    execute: async (args, { signal }) => {
      const params = { name: described.name, arguments: args };
      try {
        return readMcpResult(
          await callMcpTool(client, params, { signal, timeout: tool.timeoutMs }),
        );
      } catch (thrown) {
        return mcpCallFailure(thrown);
      }
    },
  });
  return tool;
}

function effectOf(tool: McpTool, effect: McpToolsOptions['effect']): ToolEffect {
  if (typeof effect === 'function') return effect(tool);
  if (effect !== 'annotations') return effect;
  const { annotations } = tool;
  if (readProperty(annotations, 'readOnlyHint') === true) return 'pure';
  return readProperty(annotations, 'idempotentHint') === true ? 'idempotent' : 'once';
}

function refuserOf(tool: McpTool, key: string): (what: string) => never {
  return (what) => {
    throw createToolDefinitionError(
      'invalid_schema',
      `The ${key} of the MCP tool ${JSON.stringify(tool.name.slice(0, 100))} ${what}`,
    );
  };
}

function readSchema(
  tool: McpTool,
  key: 'inputSchema' | 'outputSchema',
  { maxSchemaChars = mcpDefaults.maxSchemaChars }: McpToolsOptions,
) {
  const refuse = refuserOf(tool, key);
  const given = toJson(tool[key]);
  if (!isJsonObject(given)) return refuse('is no JSON Schema object');
  const { $schema: _dialect, ...json } = given;
  const chars = canonicalJson(json).length;
  if (chars > maxSchemaChars) {
    return refuse(`has ${chars} characters, more than the ${maxSchemaChars} of maxSchemaChars`);
  }
  try {
    const schema = jsonSchema<JsonObject>(json, { patterns: 'ignore' });
    return { json, schema };
  } catch (error) {
    return refuse(`cannot be used: ${String(readProperty(error, 'message'))}`);
  }
}

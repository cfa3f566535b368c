import type { ToolOptions } from '../define-tool.ts';
import type { jsonSchema } from '../json-schema/json-schema.ts';
import type { ToolEffect } from '../tool.ts';
import type { McpTool } from './client.ts';
import type { McpFingerprint } from './fingerprint.ts';
import { type McpListOptions, mcpListOptionNames } from './list-tools.ts';

/** What the caller says of a tool, as in `defineTool`. */
export type McpToolSettings = Partial<
  Pick<
    ToolOptions<ReturnType<typeof jsonSchema>, unknown>,
    | 'approval'
    | 'concurrency'
    | 'rateLimit'
    | 'repeat'
    | 'retries'
    | 'sensitive'
    | 'signature'
    | 'timeoutMs'
  >
>;

/** Options of {@link mcpTools}. */
export type McpToolsOptions = McpListOptions & {
  /**
   * What calls do to the world. `'annotations'` believes the server: `readOnlyHint` is `pure`, `idempotentHint` is
   * `idempotent`, everything else `once`.
   */
  effect: ToolEffect | 'annotations' | ((tool: McpTool) => ToolEffect);
  /** Put before each name, to tell servers apart: `files_`. Default: nothing. */
  prefix?: string;
  /** Anything else of a tool. Default: as `defineTool`. */
  settings?: (tool: McpTool) => McpToolSettings;
  /** Tools that differ from this are refused. Default: no check. */
  pinned?: McpFingerprint;
  /** Characters of a tool's schemas as JSON. A larger one is refused. Default 50,000. */
  maxSchemaChars?: number;
};

/** The compiler keeps this list equal to the options. */
export const mcpToolsOptionNames = {
  ...mcpListOptionNames,
  effect: true,
  prefix: true,
  settings: true,
  pinned: true,
  maxSchemaChars: true,
} satisfies Record<keyof McpToolsOptions, true>;

export const mcpSettingNames = {
  approval: true,
  concurrency: true,
  rateLimit: true,
  repeat: true,
  retries: true,
  sensitive: true,
  signature: true,
  timeoutMs: true,
} satisfies Record<keyof McpToolSettings, true>;

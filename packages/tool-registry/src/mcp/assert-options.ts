import { isWholeNumber } from '../assert-tool.ts';
import { toolEffects } from '../tool.ts';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import type { McpListOptions } from './list-tools.ts';
import type { McpToolsOptions } from './mcp-options.ts';

/** Refuses options that cannot be meant: NaN as a limit would be none. @throws ToolDefinitionError `invalid_option` */
export function assertListOptions(options: McpListOptions): void {
  const { include, maxPages, maxTools, listTimeoutMs } = options;
  assertLimits({ maxPages, maxTools, listTimeoutMs });
  assertOption(isFunctionOrNone(include), 'include must be a function of the tool');
}

/** The same for the options that only `mcpTools` has. @throws ToolDefinitionError `invalid_option` */
export function assertToolsOptions(options: McpToolsOptions): void {
  const { effect, prefix, settings, pinned, maxSchemaChars } = options;
  assertLimits({ maxSchemaChars });
  assertOption(
    typeof effect === 'function' || effect === 'annotations' || toolEffects.includes(effect),
    `effect must be one of ${toolEffects.join(', ')}, annotations, or a function of the tool`,
  );
  assertOption(prefix === undefined || typeof prefix === 'string', 'prefix must be a text');
  assertOption(isFunctionOrNone(settings), 'settings must be a function of the tool');
  const isPin = typeof pinned === 'object' && pinned !== null && !Array.isArray(pinned);
  assertOption(
    pinned === undefined || isPin,
    'pinned must be what fingerprintMcpTools gave: an object of digests by name',
  );
}

function assertLimits(limits: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(limits)) {
    assertOption(
      value === undefined || isWholeNumber(value, 1),
      `${name} must be a whole number from 1, not ${String(value)}`,
    );
  }
}

function assertOption(isRight: boolean, what: string): void {
  if (!isRight) throw createToolDefinitionError('invalid_option', what);
}

function isFunctionOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

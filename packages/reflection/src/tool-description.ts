import type { JsonObject } from '@loopwright/core-parser';

/** What is known of a tool besides its name. The tools of `@loopwright/tool-registry` fit. */
export type ToolDescription = {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments. */
  readonly parameters?: JsonObject | undefined;
  /** What a call does to the world: `pure` is nothing. */
  readonly effect?: string | undefined;
};

/** A tool by its name, or with what else is known of it. */
export type ToolOrName = string | ToolDescription;

export function describeTool(tool: ToolOrName): ToolDescription {
  return typeof tool === 'string' ? { name: tool } : tool;
}

/** The schemas of the arguments by name; undefined when the schema tells nothing of them. */
export function parameterSchemas({ parameters = {} }: ToolDescription): JsonObject | undefined {
  const { properties, additionalProperties } = parameters;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return undefined;
  }
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return isOpen && Object.keys(properties).length === 0 ? undefined : properties;
}

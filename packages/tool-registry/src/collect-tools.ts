import { assertTool } from './assert-tool.ts';
import type { Tool } from './tool.ts';
import { createToolDefinitionError } from './tool-definition-error.ts';
import { sanitiseToolName } from './tool-name.ts';

/**
 * The allowed tools by name; sorted, so that a prompt does not change with the order of imports.
 *
 * @throws ToolDefinitionError for a tool that cannot work, names that meet, and an allowed name that no tool has
 */
export function collectTools(
  list: readonly Tool[],
  allow: readonly string[] | undefined,
): ReadonlyMap<string, Tool> {
  const tools = new Map<string, Tool>();
  const sanitised = new Map<string, string>();
  for (const tool of list) assertTool(tool);
  for (const tool of list.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (tools.has(tool.name)) {
      throw createToolDefinitionError(
        'duplicate_name',
        `Two tools are named "${tool.name}". Neither replaces the other; rename one or leave it out`,
      );
    }
    const sanitisedName = sanitiseToolName(tool.name);
    const other = sanitised.get(sanitisedName);
    if (other !== undefined) {
      throw createToolDefinitionError(
        'name_collision',
        `The tools "${other}" and "${tool.name}" would both be called "${sanitisedName}" by a provider; rename one`,
      );
    }
    tools.set(tool.name, tool);
    sanitised.set(sanitisedName, tool.name);
  }
  return allowedTools(tools, allow);
}

function allowedTools(
  tools: Map<string, Tool>,
  allow: readonly string[] | undefined,
): Map<string, Tool> {
  if (allow === undefined) return tools;
  for (const name of allow) {
    if (tools.has(name)) continue;
    throw createToolDefinitionError(
      'unknown_allowed_name',
      `"${name}" is allowed but no such tool was given. Tools: ${[...tools.keys()].join(', ')}`,
    );
  }
  return new Map([...tools].filter(([name]) => allow.includes(name)));
}

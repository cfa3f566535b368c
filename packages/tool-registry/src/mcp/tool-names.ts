import { digest } from '@loopwright/core-parser';
import { createToolDefinitionError } from '../tool-definition-error.ts';
import { maxToolNameChars, sanitiseToolName } from '../tool-name.ts';
import type { McpTool } from './client.ts';

/** Characters of the digest that tells cut names apart. */
const digestChars = 8;

/** The name of each tool for a model, in the order given. @throws ToolDefinitionError `name_collision` */
export function nameMcpTools(tools: readonly McpTool[], prefix: string): readonly string[] {
  const taken = new Map<string, string>();
  return tools.map(({ name }) => {
    const safe = safeName(prefix, name);
    const other = taken.get(safe);
    if (other !== undefined) {
      throw createToolDefinitionError(
        'name_collision',
        `The MCP tools ${JSON.stringify(other)} and ${JSON.stringify(name)} would both be called "${safe}"; leave one out with include`,
      );
    }
    taken.set(safe, name);
    return safe;
  });
}

function safeName(prefix: string, name: string): string {
  const safe = sanitiseToolName(`${prefix}${name}`);
  if (safe.length <= maxToolNameChars) return safe;
  const end = `_${digest(name).slice(0, digestChars)}`;
  return safe.slice(0, maxToolNameChars - end.length) + end;
}

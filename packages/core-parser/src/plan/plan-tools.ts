import type { Json, JsonObject } from '../json/json.ts';

/**
 * The tools that a plan may call: a list of names, or an object that gives the names of the parameters of each in their
 * order. Only with these can arguments without names, as in `1. search("x", 3)`, get the names that the tool knows.
 */
export type PlanTools = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The names of the tools; undefined when any tool will do. */
export function toolNames(tools: PlanTools | undefined): readonly string[] | undefined {
  return tools === undefined || Array.isArray(tools) ? tools : Object.keys(tools);
}

/** The names of the parameters of a tool, where they are known. */
function parametersOf(tool: string, tools: PlanTools | undefined): readonly string[] | undefined {
  if (tools === undefined || Array.isArray(tools) || !Object.hasOwn(tools, tool)) return undefined;
  return (tools as Readonly<Record<string, readonly string[]>>)[tool];
}

/**
 * Names arguments that came without names: by the parameters of the tool where they are known, else `input`, `input_2` and
 * so on. Gives the reason when the tool takes fewer.
 */
export function nameArguments(
  values: readonly Json[],
  tool: string,
  tools: PlanTools | undefined,
): JsonObject | string {
  const parameters = parametersOf(tool, tools);
  if (parameters !== undefined && values.length > parameters.length) {
    const taken = parameters.length === 0 ? 'none' : parameters.join(', ');
    return `${tool} has ${values.length} arguments without names, but its parameters are: ${taken}.`;
  }
  const args: JsonObject = {};
  for (const [index, value] of values.entries()) {
    const name = parameters?.[index] ?? (index === 0 ? 'input' : `input_${index + 1}`);
    if (name === '__proto__') return `${tool} has a parameter "__proto__", which is not allowed.`;
    args[name] = value;
  }
  return args;
}

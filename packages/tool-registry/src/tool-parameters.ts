import type { Tool } from './tool.ts';

/**
 * The names of the parameters of each tool, so that a plan in a form without names (`search[x]`, `1. search("x")`) can be
 * read. A tool whose schema names none gets its first argument as `input`.
 */
export function toolParameters(tools: readonly Tool[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    tools.map(({ name, parameters }) => {
      const names = Object.keys(Object(parameters.properties));
      return [name, names.length > 0 ? names : ['input']];
    }),
  );
}

import { type Json, toJson } from '@loopwright/core-parser';
import type { Tool } from '@loopwright/tool-registry';

/**
 * The arguments of a call as people are told of them: for an approval, in the ledger, in the partial result. They are
 * those that the tool gets, not those that the model wrote, which may leave defaults out and add what no tool reads.
 * Values of arguments that the tool calls sensitive are hidden.
 */
export function shownArguments(tool: Tool | undefined, args: unknown): Json {
  const shown = toJson(args);
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return shown;
  const hidden = (tool?.sensitive ?? []).filter((name) => Object.hasOwn(shown, name));
  return { ...shown, ...Object.fromEntries(hidden.map((name) => [name, '[hidden]'])) };
}

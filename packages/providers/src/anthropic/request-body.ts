import type { ModelRequest, ToolSpec } from '@loopwright/agent-run';
import { type JsonObject, toJson } from '@loopwright/core-parser';
import { type CacheMark, withCacheMarks } from './cache-marks.ts';
import type { AnthropicRequestBody, AnthropicThinking } from './client.ts';
import { isBlank, textBlocks } from './content-block.ts';
import { toTurns } from './turns.ts';

/** Defaults of the adapter beside those of every adapter. */
export const anthropicDefaults = {
  /** The API demands a limit. A budget for thinking is added to it. */
  maxOutputTokens: 4096,
} as const;

/** What the caller sets once for all requests of a model. */
export type AnthropicBodyOptions = {
  model: string;
  stream?: boolean | undefined;
  maxOutputTokens?: number | undefined;
  /**
   * Marks for the provider's cache on the system prompt and tools, and on the end of the conversation; `ttl` says how
   * long they live. Reading from it is cheap, writing to it costs more than plain input. Default: none.
   */
  cache?: boolean | { readonly ttl: '5m' | '1h' } | undefined;
  /** Default: what the model does by itself. */
  thinking?: AnthropicThinking | undefined;
  /** Fields to add to every request, such as `metadata`. Fields that a request sets itself are refused. */
  body?: JsonObject | undefined;
};

/** What `body` may not hold. */
export const reservedFields: readonly string[] = [
  ...['model', 'max_tokens', 'system', 'messages', 'tools', 'tool_choice', 'stop_sequences'],
  ...['temperature', 'thinking', 'stream'],
];

/** The body of a request, and a sentence for each thing that it leaves out. */
export function toRequestBody(
  request: ModelRequest,
  { model, stream, maxOutputTokens, cache, thinking, body: added = {} }: AnthropicBodyOptions,
): { body: AnthropicRequestBody; warnings: string[] } {
  const { system, messages, tools = [], toolChoice, stop = [], schema, temperature } = request;
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  const limit =
    request.maxOutputTokens ?? maxOutputTokens ?? anthropicDefaults.maxOutputTokens + budget;
  const systemBlocks = textBlocks(system);
  const stops = stop.filter((each) => !isBlank(each));
  const body = {
    ...added,
    model,
    max_tokens: limit,
    ...(tools.length > 0 ? { tools: tools.map(toTool) } : {}),
    ...(tools.length > 0 && toolChoice === 'none' ? { tool_choice: { type: 'none' } } : {}),
    ...(systemBlocks.length > 0 ? { system: systemBlocks } : {}),
    messages: toTurns(messages),
    ...(stops.length > 0 ? { stop_sequences: stops } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(thinking ? { thinking } : {}),
    ...(isObject(schema) ? { output_config: outputConfig(schema, added) } : {}),
    ...(stream ? { stream } : {}),
  };
  return { body: withCacheMarks(body, toMark(cache)), warnings: stopWarnings(stop, stops) };
}

function toTool({ name, description, parameters }: ToolSpec): object {
  const input_schema = { type: 'object', ...(toJson(parameters) as JsonObject) };
  return { name, description: description.toWellFormed(), input_schema };
}

function outputConfig(schema: JsonObject, { output_config }: JsonObject): object {
  const others = isObject(output_config) ? output_config : {};
  return { ...others, format: { type: 'json_schema', schema: toJson(schema) } };
}

function toMark(cache: AnthropicBodyOptions['cache']): CacheMark | undefined {
  if (!cache) return undefined;
  return cache === true ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: cache.ttl };
}

function stopWarnings(asked: readonly string[], sent: readonly string[]): string[] {
  const blank = asked.length - sent.length;
  if (blank === 0) return [];
  return [`${blank} of ${asked.length} stop sequences are not sent: they are only white space`];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

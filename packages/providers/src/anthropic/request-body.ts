import type { ModelRequest, ToolSpec } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { type Fields, fieldsOf, isFields } from '../shared/fields.ts';
import { type CacheMark, withCacheMarks } from './cache-marks.ts';
import type { AnthropicRequestBody } from './client.ts';
import { isBlank, textBlocks } from './content-block.ts';
import { type AnthropicThinking, whyNotThinking } from './thinking.ts';
import { toTurns } from './turns.ts';

/** Defaults of the adapter beside those of every adapter. */
export const anthropicDefaults = {
  /** The API demands a limit. A budget for thinking is added to it. */
  maxOutputTokens: 4096,
} as const;

/** What the caller sets once for all requests of a model. */
export type AnthropicBodyOptions = {
  /**
   * Marks for the provider's cache on the system prompt and tools, and on the end of the conversation; `ttl` says how
   * long they live. Reading from it is cheap, writing to it costs more than plain input. Default: none.
   */
  cache?: boolean | { readonly ttl: '5m' | '1h' } | undefined;
  /** Default: what the model does by itself. A request that cannot have it is sent without it, and a warning says so. */
  thinking?: AnthropicThinking | undefined;
  /** Fields to add to every request, such as `metadata`. Fields that a request sets itself are refused. */
  body?: JsonObject | undefined;
};

/** What is the same in every request of a model. */
type RequestSettings = AnthropicBodyOptions & { readonly model: string; readonly stream: boolean };

/** What `body` may not hold. */
export const reservedFields: readonly string[] = [
  ...['model', 'max_tokens', 'system', 'messages', 'tools', 'tool_choice', 'stop_sequences'],
  ...['temperature', 'seed', 'thinking', 'stream'],
];

/** The body of a request, and a sentence for each thing that it leaves out. */
export function toRequestBody(
  request: ModelRequest,
  { model, stream, cache, thinking, body: added = {} }: RequestSettings,
): { body: AnthropicRequestBody; warnings: string[] } {
  const {
    system,
    messages,
    tools = [],
    toolChoice,
    stop = [],
    schema,
    temperature,
    seed,
  } = request;
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  const limit = request.maxOutputTokens ?? anthropicDefaults.maxOutputTokens + budget;
  const systemBlocks = textBlocks(system);
  const stops = stop.filter((each) => !isBlank(each));
  const turns = toTurns(messages);
  const obstacle = thinking && whyNotThinking(thinking, turns, limit);
  const body = {
    ...added,
    model,
    max_tokens: limit,
    ...(tools.length > 0 ? { tools: tools.map(toTool) } : {}),
    ...(tools.length > 0 && toolChoice === 'none' ? { tool_choice: { type: 'none' } } : {}),
    ...(systemBlocks.length > 0 ? { system: systemBlocks } : {}),
    messages: turns,
    ...(stops.length > 0 ? { stop_sequences: stops } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(thinking && obstacle === undefined ? { thinking } : {}),
    ...(isFields(schema) ? { output_config: outputConfig(schema, added) } : {}),
    ...(stream ? { stream } : {}),
  };
  const warnings = stopWarnings(stop, stops);
  if (obstacle !== undefined) warnings.push(`thinking is not sent: ${obstacle}`);
  return { body: withCacheMarks(body, toMark(cache)), warnings };
}

function toTool({ name, description, parameters }: ToolSpec): object {
  return { name, description, input_schema: { type: 'object', ...parameters } };
}

function outputConfig(schema: Fields, { output_config }: JsonObject): object {
  return { ...fieldsOf(output_config), format: { type: 'json_schema', schema } };
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

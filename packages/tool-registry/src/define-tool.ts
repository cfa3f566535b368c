import type { Json, JsonObject } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { assertKnownOptions } from './assert-known-options.ts';
import { assertTool } from './assert-tool.ts';
import { toolDefaults } from './defaults.ts';
import { markNeedsContext } from './needs-context.ts';
import type { RateLimit } from './rate-limiter.ts';
import { isStandardSchema, parametersOf } from './standard-schema.ts';
import type { RepeatPolicy, Tool, ToolEffect, ToolExecution } from './tool.ts';

/** Options of {@link defineTool}. */
export type ToolOptions<Schema extends StandardSchemaV1, Context> = {
  /** How a model calls it. Control words such as `final` and `give_up` are refused (T7). */
  name: string;
  /** What it does, for the model. */
  description: string;
  /** Any Standard Schema. What it puts out is what `execute` gets. */
  input: Schema;
  /** What a call does to the world. Required: a default would either act twice or never run again. */
  effect: ToolEffect;
  /** Does the work. May be synchronous, may throw, may return any value. */
  execute: (
    args: StandardSchemaV1.InferOutput<Schema>,
    execution: ToolExecution<Context>,
  ) => unknown;
  /** Milliseconds for one call with all its attempts. Default 30,000. */
  timeoutMs?: number;
  /** Further attempts after a transient failure. Default 0; refused for `once`. */
  retries?: number;
  /** Calls that may run at the same time. A call that timed out counts until it really ends. Default: no limit. */
  concurrency?: number;
  /**
   * How often it may be started, further attempts included, by everybody who shares the registry. A call waits for its
   * turn within `timeoutMs`, or is refused at once when the turn would come later. Default: no limit.
   */
  rateLimit?: RateLimit;
  /**
   * Any Standard Schema. What it makes of the result is the value of the observation; a result that does not fit is the
   * failure `invalid_result`, and an effect has then happened all the same. Default: no check.
   */
  output?: StandardSchemaV1;
  /** Whether somebody must approve a call. Default false. */
  approval?: boolean | ((args: StandardSchemaV1.InferOutput<Schema>) => boolean);
  /** What happens to a call whose content was already performed. Default `reuse` for `once`, `allow` otherwise. */
  repeat?: RepeatPolicy;
  /** What identifies the content of a call. Default: all arguments. */
  signature?: (args: StandardSchemaV1.InferOutput<Schema>) => Json;
  /** Names of arguments whose values never appear in a message. */
  sensitive?: readonly string[];
  /** JSON Schema of the arguments, for prompts. Default: from the schema, or `{}` where it has none. */
  parameters?: JsonObject;
};

const optionNames = {
  name: true,
  description: true,
  input: true,
  effect: true,
  execute: true,
  timeoutMs: true,
  retries: true,
  concurrency: true,
  rateLimit: true,
  output: true,
  approval: true,
  repeat: true,
  signature: true,
  sensitive: true,
  parameters: true,
} satisfies Record<keyof ToolOptions<StandardSchemaV1, unknown>, true>;

/**
 * Defines a tool whose arguments are typed by its schema.
 *
 * @throws ToolDefinitionError when the definition cannot work: a bad or reserved name, no effect, an input that is no
 * Standard Schema, numbers out of range, retries with the effect `once`, an option of another name.
 */
export function defineTool<Schema extends StandardSchemaV1>(
  options: ToolOptions<Schema, unknown>,
): Tool<StandardSchemaV1.InferOutput<Schema>, unknown> {
  return resolveTool(options);
}

/**
 * A `defineTool` for tools that need the application's context, which a registry then demands: by
 * type, and when it is made, also where the type of the tools was erased.
 *
 * @example const defineBankTool = toolsFor<{ userId: string }>();
 */
export function toolsFor<Context>(): <Schema extends StandardSchemaV1>(
  options: ToolOptions<Schema, Context>,
) => Tool<StandardSchemaV1.InferOutput<Schema>, Context> {
  return (options) => resolveTool(options, true);
}

function resolveTool<Schema extends StandardSchemaV1, Context>(
  options: ToolOptions<Schema, Context>,
  needsContext = false,
): Tool<StandardSchemaV1.InferOutput<Schema>, Context> {
  assertKnownOptions(`Tool "${options.name}"`, options, optionNames);
  const { input, effect, signature, concurrency, rateLimit, output } = options;
  const tool: Tool<StandardSchemaV1.InferOutput<Schema>, Context> = {
    name: options.name,
    description: options.description,
    input,
    parameters: options.parameters ?? (isStandardSchema(input) ? parametersOf(input) : {}),
    effect,
    repeat: options.repeat ?? (effect === 'once' ? 'reuse' : 'allow'),
    approval: options.approval ?? false,
    sensitive: options.sensitive ?? [],
    timeoutMs: options.timeoutMs ?? toolDefaults.timeoutMs,
    retries: options.retries ?? toolDefaults.retries,
    execute: options.execute,
    ...(signature === undefined ? {} : { signature }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(output === undefined ? {} : { output }),
    ...(needsContext ? markNeedsContext : {}),
  };
  assertTool(tool);
  return Object.freeze(tool);
}

import type { Json, JsonObject } from '@loopwright/core-parser';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { RateLimit } from './rate-limiter.ts';

/**
 * What a call does to the world. `pure`: nothing, it may be repeated freely. `idempotent`: repeating it with the same
 * idempotency key changes nothing more. `once`: a repetition acts again (a payment, a message).
 */
export const toolEffects = ['pure', 'idempotent', 'once'] as const;

/** One of {@link toolEffects}. */
export type ToolEffect = (typeof toolEffects)[number];

/**
 * What happens to a call whose content was already performed in this session. `reuse`: the recorded observation is
 * given again; `ask`: somebody must approve it; `allow`: it is performed again.
 */
export const repeatPolicies = ['reuse', 'ask', 'allow'] as const;

/** One of {@link repeatPolicies}. */
export type RepeatPolicy = (typeof repeatPolicies)[number];

/** What a tool's `execute` gets besides its arguments. */
export type ToolExecution<Context = unknown> = {
  /** Aborted when the call is cancelled or its deadline has passed. */
  readonly signal: AbortSignal;
  /** The same for every attempt of one call, and for a repetition of a call with unknown outcome. */
  readonly idempotencyKey: string;
  /** The application's own context (user, credentials, database). It never reaches the model. */
  readonly context: Context;
};

/**
 * A tool with every option resolved, as {@link defineTool} returns it. Further properties may be added by spreading:
 * a registry keeps the object as it is. The defaults of the type parameters make `Tool` the type of any tool.
 */
export type Tool<Args = never, Context = never> = {
  readonly name: string;
  readonly description: string;
  /** Checks the arguments; any library that implements Standard Schema. */
  readonly input: StandardSchemaV1;
  /** The arguments as JSON Schema, for prompts and providers. `{}` when the schema library cannot tell. */
  readonly parameters: JsonObject;
  readonly effect: ToolEffect;
  readonly repeat: RepeatPolicy;
  /** Whether somebody must approve a call; see `needsApproval`. */
  readonly approval: boolean | ((args: Args) => boolean);
  /** What identifies the content of a call. All arguments when absent. */
  readonly signature?: (args: Args) => Json;
  /** Names of arguments whose values never appear in a message. */
  readonly sensitive: readonly string[];
  /** Milliseconds for one call: waiting, every attempt and the pauses between them. */
  readonly timeoutMs: number;
  /** Further attempts after a transient failure. */
  readonly retries: number;
  /** Calls that may run at the same time. Without it there is no limit. */
  readonly concurrency?: number;
  /** How often it may be started. Without it there is no limit. */
  readonly rateLimit?: RateLimit;
  /** Checks what `execute` returns. Without it anything goes. */
  readonly output?: StandardSchemaV1;
  readonly execute: (args: Args, execution: ToolExecution<Context>) => unknown;
};

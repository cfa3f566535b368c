import type { Json, JsonObject } from '@loopwright/core-parser';

/**
 * A call as a provider delivers it: the arguments are unread text, empty for none. In a reply that a run has taken the
 * ids are never empty and never equal (see `withCallIds`).
 */
export type RawCall = { readonly id: string; readonly name: string; readonly args: string };

/** A tool as a provider is told of it. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; `{}` when nothing is known of them. */
  readonly parameters: JsonObject;
};

/** One turn. User content is a list of blocks that only ever grows, so that provider caches hit. */
export type Message =
  | { readonly role: 'user'; readonly blocks: readonly string[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls: readonly RawCall[];
      /** Provider content to be sent back byte for byte (thinking blocks, signatures). */
      readonly opaque?: Json;
    }
  | {
      /** What a call of the assistant message before it gave; `id` is the call's. */
      readonly role: 'tool';
      readonly id: string;
      readonly text: string;
      readonly isError?: true;
    };

/** What a model is asked. Immutable: a later request is a new object that shares the old blocks. */
export type ModelRequest = {
  readonly system: string;
  readonly messages: readonly Message[];
  /** Tools for native calling; the same list in every request of a run, so that provider caches hit. */
  readonly tools?: readonly ToolSpec[];
  /** `none` keeps the tools in the request and forbids a call. Default: `auto`. */
  readonly toolChoice?: 'auto' | 'none';
  readonly stop?: readonly string[];
  readonly schema?: Json;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly seed?: number;
};

/** Why the model stopped, normalised; the provider's own word is in `rawFinish`. */
export const finishReasons = [
  'stop',
  'tool_calls',
  'length',
  'refusal',
  'context_window',
  'unknown',
] as const;

export type FinishReason = (typeof finishReasons)[number];

/** Tokens and cost of one call or one run. `null` means that the provider did not say. */
export type Usage = {
  /** All input, cached or not. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Of the input tokens, those that were read from the provider's cache. */
  cachedInputTokens: number | null;
  /** Of the input tokens, those that were written to the provider's cache, where it says so. */
  cacheWriteTokens?: number | null;
  /** Of the output tokens, those that were spent on reasoning, where the provider says so. */
  reasoningTokens?: number | null;
  costUsd: number | null;
  /** True when a number was estimated from the length of the texts (four characters a token). */
  estimated?: true;
};

/** What a model answered. */
export type ModelReply = {
  text: string;
  toolCalls: RawCall[];
  finish: FinishReason;
  rawFinish?: string;
  usage: Usage;
  opaque?: Json;
  /** What was asked for and not honoured, for example a stop sequence. */
  warnings: string[];
};

/**
 * A model. `generate` resolves with a reply (only `text` is required, the rest is filled in) or throws; what it
 * throws may carry the fields of {@link ModelError}. It should give up when `signal` is aborted; if it does not,
 * the run goes on without it.
 */
export type Model = {
  readonly id: string;
  /** True when `onDelta` is called while the reply arrives: then a silent stream is given up after `idleStreamMs`. */
  readonly streams?: boolean;
  /** True when one call makes attempts of its own. A run refuses such a model: it owns the attempts, and both multiply. */
  readonly retries?: boolean;
  /** `onDelta` tells of text that arrived; an empty one says that the reply is on its way, and shows nothing. */
  generate(
    request: ModelRequest,
    options: { signal: AbortSignal; onDelta: (text: string) => void },
  ): Promise<Partial<ModelReply> & { text: string }>;
};

/**
 * What went wrong in a model call. `transient`: the network or the server; `rate_limit`: too many requests for now;
 * `quota`: nothing is left until somebody pays or a period ends; `context_overflow`: the request is too large;
 * `refused`: the model will not answer; `malformed_reply`: what came is no reply; `truncated_stream`: the reply broke
 * off, and what came of it is no answer.
 */
export const modelErrorKinds = [
  'transient',
  'rate_limit',
  'quota',
  'auth',
  'bad_request',
  'context_overflow',
  'refused',
  'malformed_reply',
  'truncated_stream',
  'timeout',
  'aborted',
  'unknown',
] as const;

export type ModelErrorKind = (typeof modelErrorKinds)[number];

/** A failed model call as data. A model may throw an `Error` with these fields to be understood exactly. */
export type ModelError = {
  kind: ModelErrorKind;
  message: string;
  retryable: boolean;
  /** Milliseconds that the provider asked to wait. */
  retryAfterMs?: number;
  /** The HTTP status, where there was one. */
  status?: number;
  /** The provider's name for the request, for whoever asks its support. */
  requestId?: string;
};

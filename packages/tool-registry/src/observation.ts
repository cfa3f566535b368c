import type { Json } from '@loopwright/core-parser';

/**
 * What kind of failure it was, so that code can decide without reading the text.
 * `transient` may work when tried again; `quota` needs waiting or another limit; `fixable_by_model` needs other
 * arguments or another tool; `permanent` will fail again; `context_overflow` was too large for a model; `policy` was
 * not allowed; `aborted` was cancelled; `timeout` took too long; `unknown_outcome` may or may not have happened;
 * `unknown` is a failure of which nothing tells whether it will come again.
 */
export const errorClasses = [
  'transient',
  'quota',
  'fixable_by_model',
  'permanent',
  'context_overflow',
  'policy',
  'aborted',
  'timeout',
  'unknown_outcome',
  'unknown',
] as const;

/** One of {@link errorClasses}. */
export type ErrorClass = (typeof errorClasses)[number];

/** Who refused or failed: only `thrown`, `failed` and sometimes `denied` are the tool's, all others the dispatcher's. */
export const toolErrorCodes = [
  'unknown_tool',
  'invalid_arguments',
  'unreadable_call',
  'call_limit',
  'not_enough_time',
  'denied',
  'repeat_refused',
  'unknown_outcome',
  'timeout',
  'aborted',
  'thrown',
  'failed',
  'unsupported_result',
  'invalid_result',
  'rate_limited',
  'agent_ended',
] as const;

/** One of {@link toolErrorCodes}. */
export type ToolErrorCode = (typeof toolErrorCodes)[number];

/** A failure as data. `type` is the thrown class or the dispatcher's name for the refusal, as shown in the text. */
export type ToolError = {
  type: string;
  class: ErrorClass;
  code: ToolErrorCode;
  message: string;
  /** Milliseconds that the tool asked to wait before another attempt. */
  retryAfterMs?: number;
};

/**
 * The result of one call, for code (`value`, `error`) and for the model (`text`). Every call gets exactly one.
 * A failure's text is `ERROR[tool]: Type: message` (T1); a string value is its own text, anything else is canonical
 * JSON (T6). `reused` marks the recorded result of an earlier identical call.
 */
export type Observation =
  | { tool: string; ok: true; value: Json; text: string; reused?: true }
  | { tool: string; ok: false; error: ToolError; text: string };

/** What may be known about a failure. A number in `code` is read as a status. */
export type FailureFacts = {
  /** Says outright whether the same call may succeed later. */
  readonly retryable?: boolean | undefined;
  /** One of `failureClasses`; `unknown` and any other word tell nothing. */
  readonly class?: string | undefined;
  readonly code?: string | number | undefined;
  /** The name of the thrown error, such as `TimeoutError`. */
  readonly type?: string | undefined;
  /** An HTTP status. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
  readonly message?: string | undefined;
  /** Milliseconds to wait before another attempt. */
  readonly retryAfterMs?: number | undefined;
  /** Headers of a response: a `Headers` object or a plain one. Only `Retry-After` and `Date` are read. */
  readonly headers?: unknown;
  /** Whatever else came with the failure. Only what it says about waiting is read. */
  readonly details?: unknown;
};

/** Reads a property of a foreign value, whose getters and proxies may throw. */
export function readProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

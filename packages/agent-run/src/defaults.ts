/** Limits that apply when the caller sets none. Counts are calls, times are milliseconds. */
export const defaultLimits = {
  /** Steps of a run. Cannot be switched off. */
  maxSteps: 10,
  /** Tool calls of a run, refused ones not counted. */
  maxToolCalls: 50,
  /** Calls that one reply may ask for; the rest is refused. */
  maxCallsPerStep: 16,
  /** Calls of one step that run at the same time. */
  waveConcurrency: 16,
  /** Attempts of one model call, the first included. */
  attempts: 3,
  /** Wait before another attempt when the provider names none; doubled for each further one. */
  retryDelayMs: 500,
  /** One attempt of a model call, one `io`, and the waiting of an advisor or an answer check. */
  callMs: 120_000,
  /** Silence in a streamed reply. */
  idleStreamMs: 30_000,
  /** Time that a call with effects, and code of the caller, get to settle after they were told to stop. */
  graceMs: 2_000,
} as const;

/** Characters of one observation in the rule-made partial text, and how many are shown. */
export const partialDefaults = { maxChars: 200, maxItems: 10 } as const;

/** Of what is wrong with a typed answer, so many UTF-16 code units are told to the model. */
export const maxAnswerErrorChars = 1_000;

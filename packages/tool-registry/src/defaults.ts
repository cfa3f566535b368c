/** Used by `defineTool` where an option is left out. */
export const toolDefaults = {
  /** Milliseconds for one call: waiting for a free slot, every attempt and the pauses between them. */
  timeoutMs: 30_000,
  /** Further attempts after a transient failure. */
  retries: 0,
} as const;

/** Used by `createToolRegistry` where an option is left out. */
export const registryDefaults = {
  /** Characters of an observation's text, the marker of a cut included. */
  maxObservationChars: 16_384,
  /** Characters of a value as canonical JSON; a larger one is replaced by its capped text. */
  maxValueChars: 1_000_000,
  /** Milliseconds before the second attempt; doubled for every further one. */
  retryDelayMs: 200,
} as const;

/** Characters of a description in the line of `describeTool`. */
export const maxPromptDescriptionChars = 1_000;

/** Characters of one error message, before the observation's own cap. */
export const maxErrorMessageChars = 2_000;

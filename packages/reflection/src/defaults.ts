/** Defaults of {@link createCritic}; lengths in characters. */
export const criticDefaults = {
  when: 'each',
  maxObservationChars: 4000,
  maxNoteChars: 600,
} as const;

/** Defaults of {@link Reflector}, {@link reflectOnFailure} and {@link reflectAtEnd}; lengths in characters. */
export const reflectorDefaults = {
  by: 'rules',
  maxRetries: 2,
  maxRetryAfterMs: 60_000,
  transientSteps: 5,
  transientMs: 600_000,
  minSimilarity: 0.15,
  maxLessons: 20,
  maxPromptChars: 2000,
  maxNoteChars: 600,
  maxReportChars: 4000,
} as const;

/** Defaults of {@link rememberLessons}. */
export const lessonStoreDefaults = {
  maxStoredLessons: 200,
  transientMs: 600_000,
  permanentMs: 604_800_000,
} as const;

/** Calls of one tool that find nothing about one entity before that entity is blacklisted (F4). */
export const notFoundLimit = 2;

/** Defaults of {@link createCritic}; lengths in characters. */
export const criticDefaults = {
  when: 'each',
  maxObservationChars: 4000,
  maxNoteChars: 600,
} as const;

/** Defaults of {@link Reflector} and {@link reflectOnFailure}; lengths in characters. */
export const reflectorDefaults = {
  maxLessons: 20,
  maxPromptChars: 2000,
  maxNoteChars: 600,
} as const;

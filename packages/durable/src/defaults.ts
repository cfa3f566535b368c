/** What applies when the caller sets nothing, in milliseconds. */
export const journalDefaults = {
  /** Silence of its holder after which another process may take over a session. */
  ttlMs: 30_000,
  /** How long a finished session is kept. */
  keepMs: 86_400_000,
} as const;

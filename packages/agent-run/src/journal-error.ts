const mark = Symbol.for('@loopwright/agent-run/journal-error');

/** Why a journal refuses. */
export type JournalErrorCode =
  /** The session was started under another configuration. */
  | 'stamp_mismatch'
  /** The run asks for other steps than those that are stored. */
  | 'replay_mismatch'
  /** Two steps have one key: a strategy's or a runtime's fault. */
  | 'duplicate_key'
  /** Another run holds the journal, or did when the step started: two runs over one journal would mix their steps. */
  | 'in_use'
  /** The store did not take an entry; what ran is lost and the run cannot go on in this process. */
  | 'not_stored'
  /** Another process has taken over the session: this one stores nothing more. */
  | 'fenced'
  /** A stored record is damaged or missing. Nothing is skipped: its effect might happen again. */
  | 'corrupt_journal'
  /** A newer version has written the session; it is left as it is. */
  | 'newer_format';

/**
 * An error of the journal itself. It passes through a run untouched and rejects its promise: going on would tell a
 * silent lie about what happened.
 */
export class JournalError extends Error {
  readonly code: JournalErrorCode;
  /** The key of the step that was asked for or left over. */
  readonly key: string;
  readonly [mark] = true;

  constructor(code: JournalErrorCode, key: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'JournalError';
    this.code = code;
    this.key = key;
  }
}

export function isJournalError(value: unknown): value is JournalError {
  return typeof value === 'object' && value !== null && mark in value;
}

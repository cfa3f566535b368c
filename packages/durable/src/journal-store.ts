/**
 * One stored record of a session: record 0 is the header, the others are steps in the order in which they were stored.
 * `text` is what the codec made; nothing in a store reads it.
 */
export type StoredRecord = {
  /** Counted from 0 without gaps. */
  readonly ord: number;
  /** Unique in the session. */
  readonly key: string;
  readonly text: string;
  /** Of session, ord, key and text. */
  readonly checksum: string;
};

/** What a claim comes to. */
export type Claim =
  /** The caller holds the session until `ttlMs` have passed; `epoch` is higher than that of every holder before, also of a session that was swept. */
  | { readonly kind: 'claimed'; readonly epoch: number; readonly session: StoredSession }
  /** It is over, and takes no lease: any number of readers may have it at once. */
  | { readonly kind: 'finished'; readonly session: StoredSession }
  /** Somebody else holds it. */
  | { readonly kind: 'held'; readonly forMs: number };

export type StoredSession = {
  /** In the order of `ord`. */
  readonly records: readonly StoredRecord[];
  /**
   * How many records were appended, kept beside the session and not counted from `records`: fewer or more of them mean that
   * the store has lost some.
   */
  readonly recordCount: number;
  /** The result of a finished session. */
  readonly result?: StoredResult;
};

export type StoredResult = Pick<StoredRecord, 'text' | 'checksum'>;

/** What an `append` or a `finish` comes to: `fenced` when nothing was stored, for whichever of the reasons named there. */
export type Stored = 'ok' | 'fenced';

/** A session as a list shows it. */
export type SessionSummary = {
  readonly sessionId: string;
  readonly status: 'open' | 'waiting' | 'finished';
  readonly records: number;
  /** The keys of the decisions that an open session waits for, as its last holder left it. */
  readonly waitingFor?: readonly string[];
  /** Milliseconds since 1970, by the store's clock. */
  readonly changedAt: number;
};

/**
 * Everything that a backend has to do. All methods may be called by several processes at once; the store's own clock decides
 * about leases. There is no queue, no scheduler and no sweeper in it: who restarts a session is the caller's business.
 *
 * An epoch is its holder's until somebody else claims the session or the holder gives it back; that its lease has run out
 * only allows the claim. Texts are any whole Unicode; half a surrogate pair is kept or refused, never changed. Whether the
 * cases of `conformanceCases` hold is what makes a store one.
 */
export type JournalStore = {
  /** Takes a session, a new one too, unless it is finished or somebody else's lease runs; reads it in the same breath. */
  claim(sessionId: string, options: { ttlMs: number }): Promise<Claim>;
  /** Prolongs a lease. False when the epoch is no longer its holder's. */
  renew(sessionId: string, epoch: number, ttlMs: number): Promise<boolean>;
  /**
   * Stores a record, and counts it; the session waits for nothing any more. `fenced` when the epoch is no longer its
   * holder's, the session is finished, `ord` is not the next, or the key is taken.
   */
  append(sessionId: string, epoch: number, record: StoredRecord): Promise<Stored>;
  /** Stores the result and ends the session, which waits for nothing any more and expires `keepMs` later. */
  finish(
    sessionId: string,
    epoch: number,
    result: StoredResult,
    options: { keepMs: number },
  ): Promise<Stored>;
  /**
   * Gives the lease back. `waitingFor` is kept for whoever asks what an open session waits for; without it, what was known
   * stays. Nothing when fenced.
   */
  release(sessionId: string, epoch: number, waitingFor?: readonly string[]): Promise<void>;
  /** Keeps a value for a key, from whatever process, also before the session begins. The first one stands: false when there was one. */
  signal(sessionId: string, key: string, text: string): Promise<boolean>;
  /** All values that were signalled. */
  signals(sessionId: string): Promise<ReadonlyMap<string, string>>;
  /** Reads a session without claiming it; undefined when there is none. */
  load(sessionId: string): Promise<StoredSession | undefined>;
  /** All sessions, the latest first: `changedAt` is when it was known, appended to or finished. */
  list(): Promise<readonly SessionSummary[]>;
  /**
   * Removes finished sessions that have expired, and never an open one. Resolves with the number that it removed itself: a
   * store may let them expire on its own.
   */
  sweep(): Promise<number>;
  close(): Promise<void>;
};

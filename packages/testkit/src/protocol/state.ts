import type { Rules } from './rules.ts';

/** A step of the run, by its key; the intent of a `once` call is a step of its own. */
export type Key = 'think' | 'pay/intent' | 'pay' | 'put';

/** What a step was stored with; `pay` is done, unknown or not started. */
type Value = 'done' | 'unknown' | 'not_started';

/** A stored record, and the number of the claim of who stored it. */
export type Record = { readonly key: Key; readonly value: Value; readonly claim: number };

/** The session as the store keeps it. */
export type Session = {
  readonly epoch: number;
  readonly isLeased: boolean;
  readonly records: readonly Record[];
  readonly isFinished: boolean;
};

/** An `append` or a `finish` on its way to the store. */
export type Message = {
  readonly epoch: number;
  readonly claim: number;
  readonly ord: number;
  readonly key: Key | 'the result';
  readonly value: Value;
};

/** One worker. A pause needs no state of its own: it is a worker that makes no move while others do. */
export type Worker = {
  /** `between` steps; `checked`: the next may start; `ran`: it has; `sent`: its record is on the way. */
  readonly at: 'out' | 'between' | 'checked' | 'ran' | 'sent';
  readonly livesLeft: number;
  readonly epoch: number;
  /** Which claim of all it was, whatever epoch the store gave. */
  readonly claim: number;
  /** What it read when it claimed, and has stored since. */
  readonly known: readonly Record[];
  /** What it read before its claim; only where that rule is broken. */
  readonly readEarly: readonly Record[] | undefined;
  /** What was stored when it claimed, whatever it read. */
  readonly storedAtClaim: readonly Key[];
  /** Its lease may have ended: by its own clock it knows. */
  readonly mayBeLate: boolean;
  readonly isLost: boolean;
  /** The store has prolonged the lease, and the answer is on its way; `old` when the lease has ended since. */
  readonly answer: 'none' | 'fresh' | 'old';
  /** It stored the intent in this life. */
  readonly hasIntended: boolean;
  /** It made the effect in this life. */
  readonly hasPaid: boolean;
  readonly value: Value;
  readonly message: Message | undefined;
  /** What a life that ended had sent; it may still arrive. */
  readonly orphan: Message | undefined;
};

/** What really happened, whatever the records say. */
export type World = {
  /** How often the effect of the `once` call happened. */
  readonly paid: number;
  /** The keys under which the idempotent effect happened. */
  readonly put: readonly string[];
};

export type State = {
  readonly session: Session;
  readonly workers: readonly Worker[];
  readonly world: World;
  /** How many claims there were. */
  readonly claims: number;
};

export function initialState(lives: readonly number[]): State {
  return {
    session: { epoch: 0, isLeased: false, records: [], isFinished: false },
    workers: lives.map((livesLeft) => outside({ livesLeft, orphan: undefined })),
    world: { paid: 0, put: [] },
    claims: 0,
  };
}

/** A worker that holds nothing: what it knew is gone. */
export function outside({ livesLeft, orphan }: Pick<Worker, 'livesLeft' | 'orphan'>): Worker {
  return {
    at: 'out',
    livesLeft,
    epoch: 0,
    claim: 0,
    known: [],
    readEarly: undefined,
    storedAtClaim: [],
    mayBeLate: false,
    isLost: false,
    answer: 'none',
    hasIntended: false,
    hasPaid: false,
    value: 'done',
    message: undefined,
    orphan,
  };
}

/** The steps of the run: a pure one, a `once` call with its intent, an idempotent call. */
export function stepsOf({ intent }: Rules): readonly Key[] {
  if (intent === 'never') return ['think', 'pay', 'put'];
  if (intent === 'after') return ['think', 'pay', 'pay/intent', 'put'];
  return ['think', 'pay/intent', 'pay', 'put'];
}

export function hasKey(records: readonly Record[], key: Key): boolean {
  return records.some((record) => record.key === key);
}

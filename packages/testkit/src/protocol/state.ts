import type { Rules } from './rules.ts';

/** A step of the run, by its key; the intent of a `once` call is a step of its own. */
export type Key = 'think' | 'pay/intent' | 'pay' | 'put';

/** What a step was stored with; `pay` is done, unknown or not started. */
export type Value = 'done' | 'unknown' | 'not_started';

/** The session as the store keeps it. */
export type Session = {
  readonly epoch: number;
  /** `expired`: its epoch is still its holder's. `free`: nobody's, because it is new or was given back. */
  readonly hold: 'free' | 'leased' | 'expired';
  /** The keys of the records, in the order in which they were stored. The header is none of them. */
  readonly keys: readonly Key[];
  /** How many records were stored, in the row of the session. */
  readonly count: number;
  /** The highest claim of all that have stored a record. */
  readonly lastWriter: number;
  readonly isFinished: boolean;
  /** Records were lost. The store does not know. */
  readonly hasLost: boolean;
};

/** An `append` or a `finish` on its way to the store. */
export type Append = {
  readonly kind: 'append';
  readonly epoch: number;
  readonly claim: number;
  readonly ord: number;
  readonly key: Key | 'the result';
  readonly value: Value;
};

/** What a life that has ended sent, and what may still arrive. */
export type Message = Append | { readonly kind: 'renewal' | 'release'; readonly epoch: number };

/** One worker. A pause needs no state of its own: it is a worker that makes no move while others do. */
export type Worker = {
  /**
   * `claimed`: the store has given it the session, and the answer is on the way. Then `between` steps; `checked`: the next
   * may start; `sent`: it ran and its record is on the way; `stored`: the answer to that is.
   */
  readonly at: 'out' | 'claimed' | 'between' | 'checked' | 'sent' | 'stored';
  readonly epoch: number;
  /** Which claim of all it was, whatever epoch the store gave. */
  readonly claim: number;
  /** What it read when it claimed, and takes for stored since. */
  readonly known: readonly Key[];
  /** What it read before its claim; only where that rule is broken. */
  readonly readEarly: readonly Key[] | undefined;
  /** What was stored when it claimed, whatever it read. */
  readonly storedAtClaim: readonly Key[];
  /** The number of its next record. */
  readonly next: number;
  /** It read fewer records than their count. */
  readonly isShort: boolean;
  /** Records were lost before it read, whether or not that shows. */
  readonly readsBehindLoss: boolean;
  /** Its lease may have ended: by its own clock it knows. */
  readonly mayBeLate: boolean;
  /** The store has prolonged the lease, and the answer is on its way; `old` when the lease has ended since. */
  readonly answer: 'none' | 'fresh' | 'old';
  /** It made the effect before it heard of the intent; only where that rule is broken. */
  readonly hasPaidEarly: boolean;
  readonly message: Append | undefined;
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
  /** What lives that have ended left on the way to the store. */
  readonly late: readonly Message[];
  readonly world: World;
  /** How many epochs were given. */
  readonly claims: number;
};

/** A worker that holds nothing: what it knew is gone. */
export const outside: Worker = {
  at: 'out',
  epoch: 0,
  claim: 0,
  known: [],
  readEarly: undefined,
  storedAtClaim: [],
  next: 0,
  isShort: false,
  readsBehindLoss: false,
  mayBeLate: false,
  answer: 'none',
  hasPaidEarly: false,
  message: undefined,
};

export const initialState: State = {
  session: {
    epoch: 0,
    hold: 'free',
    keys: [],
    count: 0,
    lastWriter: 0,
    isFinished: false,
    hasLost: false,
  },
  workers: [outside, outside],
  late: [],
  world: { paid: 0, put: [] },
  claims: 0,
};

/** The steps of the run: a pure one, a `once` call with its intent, an idempotent call. */
export function stepsOf({ intent }: Rules): readonly Key[] {
  if (intent === 'never') return ['think', 'pay', 'put'];
  if (intent === 'after') return ['think', 'pay', 'pay/intent', 'put'];
  return ['think', 'pay/intent', 'pay', 'put'];
}

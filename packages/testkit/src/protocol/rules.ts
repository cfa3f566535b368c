/**
 * The rules of the protocol, one by one, in the words of `journal-store.ts`, so that each can be broken: a rule without
 * which nothing goes wrong would be no rule.
 */
export type Rules = {
  /** `claim` takes no session whose lease runs. */
  claimWaitsForLease: boolean;
  /** `claim` gives a higher epoch than that of every holder before. */
  claimRaisesEpoch: boolean;
  /** `claim` reads the records in the same breath, and not before it. */
  claimReadsAfterLocking: boolean;
  /** `renew` is false when the epoch is no longer the session's. */
  renewComparesEpoch: boolean;
  /** `append` and `finish` store nothing when the epoch is no longer the session's. */
  appendComparesEpoch: boolean;
  /** `release` does nothing when the epoch is no longer the session's. */
  releaseComparesEpoch: boolean;
  /** Before a step starts, a process that may have lost its lease asks. */
  leaseIsChecked: boolean;
  /** An answer to a renewal counts from when it was asked for, not from when it came. */
  answersAreDated: boolean;
  /** When the intent of a `once` call is stored, beside its effect. */
  intent: 'before' | 'not awaited' | 'after' | 'never';
  /** What the next holder makes of an intent without a result. */
  openIntent: 'unknown' | 'not_started' | 'run';
  /** A damaged record ends the session; otherwise it is skipped. */
  damageEndsSession: boolean;
  /** The key of an idempotent call names the session and the step; otherwise the life as well. */
  keyNamesStepOnly: boolean;
};

export const protocol: Rules = {
  claimWaitsForLease: true,
  claimRaisesEpoch: true,
  claimReadsAfterLocking: true,
  renewComparesEpoch: true,
  appendComparesEpoch: true,
  releaseComparesEpoch: true,
  leaseIsChecked: true,
  answersAreDated: true,
  intent: 'before',
  openIntent: 'unknown',
  damageEndsSession: true,
  keyNamesStepOnly: true,
};

/** The protocol with one rule broken. */
export const mutants: Readonly<Record<string, Rules>> = {
  'a claim takes a session whose lease runs': { ...protocol, claimWaitsForLease: false },
  'a claim does not raise the epoch': { ...protocol, claimRaisesEpoch: false },
  'the records are read before the claim': { ...protocol, claimReadsAfterLocking: false },
  'a renewal does not compare epochs': { ...protocol, renewComparesEpoch: false },
  'an append does not compare epochs (no fencing)': { ...protocol, appendComparesEpoch: false },
  'a release does not compare epochs': { ...protocol, releaseComparesEpoch: false },
  'the lease is not checked before a step': { ...protocol, leaseIsChecked: false },
  'an answer from before a pause is believed': { ...protocol, answersAreDated: false },
  'there is no intent': { ...protocol, intent: 'never' },
  'the intent is stored after the effect': { ...protocol, intent: 'after' },
  'the intent is sent and not awaited': { ...protocol, intent: 'not awaited' },
  'an open intent is taken for not started and said so': { ...protocol, openIntent: 'not_started' },
  'an open intent is taken for not started and run': { ...protocol, openIntent: 'run' },
  'a damaged record is skipped': { ...protocol, damageEndsSession: false },
  'an idempotency key is of a life and not of a step': { ...protocol, keyNamesStepOnly: false },
};

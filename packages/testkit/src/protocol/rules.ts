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
  /** A finished session is read and not taken; otherwise a claim of it takes a lease like any other. */
  finishedTakesNoLease: boolean;
  /** `renew` is false when another has claimed the session. */
  renewComparesEpoch: boolean;
  /** `append` and `finish` store nothing when another has claimed the session. */
  appendComparesEpoch: boolean;
  /** `release` does nothing when another has claimed the session. */
  releaseComparesEpoch: boolean;
  /** `append` and `finish` store nothing under an epoch that was given back, also when nobody has claimed since. */
  releaseEndsAppends: boolean;
  /** `renew` is false for an epoch that was given back, also when nobody has claimed since. */
  releaseEndsRenewals: boolean;
  /** A session whose records are not as many as its count is refused. */
  countIsChecked: boolean;
  /** Before a step starts, a process that may have lost its lease asks. */
  leaseIsChecked: boolean;
  /** Also before the first step of a life, when the answer to its claim was late. */
  lateClaimIsChecked: boolean;
  /** An answer to a renewal counts from when it was asked for, not from when it came. */
  renewalsAreDated: boolean;
  /** An answer to a claim counts from when it was asked for, not from when it came. */
  claimsAreDated: boolean;
  /** Nothing goes on behind an append whose answer did not come; otherwise it is taken for stored. */
  lostAnswerEndsLife: boolean;
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
  finishedTakesNoLease: true,
  renewComparesEpoch: true,
  appendComparesEpoch: true,
  releaseComparesEpoch: true,
  releaseEndsAppends: true,
  releaseEndsRenewals: true,
  countIsChecked: true,
  leaseIsChecked: true,
  lateClaimIsChecked: true,
  renewalsAreDated: true,
  claimsAreDated: true,
  lostAnswerEndsLife: true,
  intent: 'before',
  openIntent: 'unknown',
  damageEndsSession: true,
  keyNamesStepOnly: true,
};

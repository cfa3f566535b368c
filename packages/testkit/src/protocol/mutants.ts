import { type Bounds, explored } from './bounds.ts';
import { protocol, type Rules } from './rules.ts';

/** The protocol with one rule broken, and how far to look: in a store that loses nothing unless it says so. */
export type Mutant = { rules: Rules; bounds?: Partial<Bounds> };

const breaking = (broken: Partial<Rules>, bounds?: Partial<Bounds>): Mutant => ({
  rules: { ...protocol, ...broken },
  ...(bounds ? { bounds } : {}),
});

const loss = explored['lost records'];

/** Each must break an invariant. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'a claim takes a session whose lease runs': breaking({ claimWaitsForLease: false }),
  'a claim does not raise the epoch': breaking({ claimRaisesEpoch: false }),
  'the records are read before the claim': breaking({ claimReadsAfterLocking: false }),
  'a claim of a finished session takes a lease': breaking({ finishedTakesNoLease: false }),
  'a renewal does not compare epochs': breaking({ renewComparesEpoch: false }),
  'an append does not compare epochs (no fencing)': breaking({ appendComparesEpoch: false }),
  'a release does not compare epochs': breaking({ releaseComparesEpoch: false }),
  'a release does not end the epoch': breaking({
    releaseEndsAppends: false,
    releaseEndsRenewals: false,
  }),
  'an epoch that was given back appends': breaking({ releaseEndsAppends: false }),
  'an epoch that was given back is renewed': breaking({ releaseEndsRenewals: false }),
  'the count of the records is not checked': breaking({ countIsChecked: false }, loss),
  'the lease is not checked before a step': breaking({ leaseIsChecked: false }),
  'a step starts on a late claim without asking': breaking({ lateClaimIsChecked: false }),
  'an answer from before a pause is believed': breaking({ renewalsAreDated: false }),
  'the lease counts from the answer to the claim': breaking({ claimsAreDated: false }),
  'an append whose answer was lost is taken for stored': breaking({ lostAnswerEndsLife: false }),
  'there is no intent': breaking({ intent: 'never' }),
  'the intent is stored after the effect': breaking({ intent: 'after' }),
  'the intent is sent and not awaited': breaking({ intent: 'not awaited' }),
  'an open intent is taken for not started and said so': breaking({ openIntent: 'not_started' }),
  'an open intent is taken for not started and run': breaking({ openIntent: 'run' }),
  'a damaged record is skipped': breaking({ damageEndsSession: false }),
  'an idempotency key is of a life and not of a step': breaking({ keyNamesStepOnly: false }),
};

import { progressDefaults } from './defaults.ts';
import { requireInteger } from './invalid-options.ts';
import type { IsMilestone } from './milestone.ts';
import { hasNewInformation } from './milestone.ts';
import type { GuardedStep, GuardFactory } from './step.ts';
import { isActionStep } from './step.ts';

export type ProgressGuardOptions = {
  /** Steps in a row without a milestone after which the run is flagged. Default 5. */
  readonly patience?: number;
  /** Further steps without a milestone after which the run ends; 0 ends it at once. Default 2. */
  readonly stallGrace?: number;
  /** What counts as a milestone. Default {@link hasNewInformation}. */
  readonly isMilestone?: IsMilestone;
};

/**
 * Ends a run that keeps busy without getting anywhere (L4): a flag after `patience` steps without a milestone, a stop
 * with the reason `no_progress` when `stallGrace` further steps bring none. A milestone starts the count again.
 * Throws `invalid_options` for counts that are no integers.
 */
export function progressGuard(options: ProgressGuardOptions = {}): GuardFactory {
  const patience = requireInteger('patience', options.patience ?? progressDefaults.patience, 1);
  const stallGrace = requireInteger(
    'stallGrace',
    options.stallGrace ?? progressDefaults.stallGrace,
    0,
  );
  const isMilestone = options.isMilestone ?? hasNewInformation;
  return () => ({
    name: 'progress',
    options: { patience, stallGrace },
    judge(step, before) {
      if (!isActionStep(step)) return undefined;
      const sinceMilestone = countSinceMilestone(
        [...before, step],
        isMilestone,
        patience + stallGrace,
      );
      const text = `${sinceMilestone} steps without a milestone`;
      const data = { kind: 'no_progress', sinceMilestone, patience, stallGrace };
      if (sinceMilestone >= patience + stallGrace) {
        return { kind: 'stop', stopReason: 'no_progress', text: `${text}.`, data };
      }
      if (sinceMilestone !== patience) return undefined;
      return { kind: 'flag', text: `${text}: the run ends after ${stallGrace} more.`, data };
    },
  });
}

/** Counts back from the newest step, no further than `enough`. */
function countSinceMilestone(
  steps: readonly GuardedStep[],
  isMilestone: IsMilestone,
  enough: number,
): number {
  let count = 0;
  for (let at = steps.length - 1; at >= 0 && count < enough; at--) {
    const step = steps[at]!;
    if (!isActionStep(step)) continue;
    if (isMilestone(step, steps.slice(0, at))) break;
    count++;
  }
  return count;
}

import { progressDefaults } from './defaults.ts';
import { createDigests } from './digests.ts';
import { followRun } from './follow-run.ts';
import { requireInteger, requireKnownOptions } from './invalid-options.ts';
import type { KnownResults } from './known-results.ts';
import { createKnownResults } from './known-results.ts';
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

const optionNames = {
  patience: true,
  stallGrace: true,
  isMilestone: true,
} satisfies Record<keyof ProgressGuardOptions, true>;

/**
 * Ends a run that keeps busy without getting anywhere (L4): a flag after `patience` steps without a milestone, a stop
 * with the reason `no_progress` when `stallGrace` further steps bring none. A milestone starts the count again.
 * Throws `invalid_options` for unknown options and counts that are no integers.
 */
export function progressGuard(options: ProgressGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, optionNames);
  const patience = requireInteger('patience', options.patience ?? progressDefaults.patience, 1);
  const stallGrace = requireInteger(
    'stallGrace',
    options.stallGrace ?? progressDefaults.stallGrace,
    0,
  );
  const enough = patience + stallGrace;
  const { isMilestone = hasNewInformation } = options;
  return () => {
    const countSinceMilestone =
      isMilestone === hasNewInformation
        ? createCountSinceNews()
        : createCountSinceMilestone(isMilestone, enough);
    return {
      name: 'progress',
      options: { patience, stallGrace },
      judge(step, before) {
        if (!isActionStep(step)) return undefined;
        const sinceMilestone = Math.min(countSinceMilestone(step, before), enough);
        const text = `${sinceMilestone} steps without a milestone`;
        const data = { kind: 'no_progress', sinceMilestone, patience, stallGrace };
        if (sinceMilestone === enough) {
          return { kind: 'stop', stopReason: 'no_progress', text: `${text}.`, data };
        }
        if (sinceMilestone !== patience) return undefined;
        return { kind: 'flag', text: `${text}: the run ends after ${stallGrace} more.`, data };
      },
    };
  };
}

/** Counts the steps since the last milestone, up to the given step. */
type CountSinceMilestone = (step: GuardedStep, before: readonly GuardedStep[]) => number;

type Progress = { readonly known: KnownResults; sinceNews: number };

/** With {@link hasNewInformation} as the milestone; reads each step of the run once. */
function createCountSinceNews(): CountSinceMilestone {
  const digests = createDigests();
  const sinceNewsWith = ({ known, sinceNews }: Progress, step: GuardedStep) =>
    known.isNews(step) ? 0 : sinceNews + 1;
  const progressOf = followRun<Progress>(
    () => ({ known: createKnownResults(digests), sinceNews: 0 }),
    (progress, step) => {
      if (!isActionStep(step)) return;
      progress.sinceNews = sinceNewsWith(progress, step);
      progress.known.add(step);
    },
  );
  return (step, before) => sinceNewsWith(progressOf(before), step);
}

/** Asks about the newest step first, and counts no further than `enough`. */
function createCountSinceMilestone(isMilestone: IsMilestone, enough: number): CountSinceMilestone {
  return (newest, before) => {
    if (isMilestone(newest, before)) return 0;
    let count = 1;
    for (let at = before.length - 1; at >= 0 && count < enough; at--) {
      const step = before[at]!;
      if (!isActionStep(step)) continue;
      if (isMilestone(step, before.slice(0, at))) break;
      count++;
    }
    return count;
  };
}

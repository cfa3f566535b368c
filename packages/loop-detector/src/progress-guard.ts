import { requireInteger, requireKnownOptions } from '@loopwright/core-parser/option-checks';
import { progressDefaults } from './defaults.ts';
import { createDigests } from './digests.ts';
import { followRun } from './follow-run.ts';
import { requireType } from './invalid-options.ts';
import type { KnownResults } from './known-results.ts';
import { createKnownResults } from './known-results.ts';
import type { IsMilestone } from './milestone.ts';
import { hasNewInformation } from './milestone.ts';
import type { ComparisonOptions, SignatureOptions } from './signature.ts';
import { describeComparison } from './signature.ts';
import { requireSignatureOptions } from './signature-options.ts';
import type { GuardedStep, GuardFactory } from './step.ts';
import { isActionStep } from './step.ts';
import { createIsCompared } from './step-signature.ts';

export type ProgressGuardOptions = ComparisonOptions &
  Pick<SignatureOptions, 'repeatable'> & {
    /** Steps in a row without a milestone after which the run is flagged. Default 5. */
    readonly patience?: number | undefined;
    /** Further steps without a milestone after which the run ends; 0 ends it at once. Default 2. */
    readonly stallGrace?: number | undefined;
    /** What counts as a milestone. Default {@link hasNewInformation}. */
    readonly isMilestone?: IsMilestone | undefined;
  };

const optionNames = {
  patience: true,
  stallGrace: true,
  isMilestone: true,
  signatures: true,
  results: true,
  repeatable: true,
} satisfies Record<keyof ProgressGuardOptions, true>;

/**
 * Ends a run that keeps busy without getting anywhere (L4): a flag after `patience` steps without a milestone, a stop
 * with the reason `no_progress` when `stallGrace` further steps bring none. A milestone starts the count again; steps
 * that only call repeatable tools, such as one that waits, do not count. With a milestone of your own, `signatures` and
 * `results` have no effect. Throws `invalid_options` for unknown options and counts that are no integers.
 */
export function progressGuard(options: ProgressGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, optionNames);
  requireSignatureOptions(options);
  requireType('isMilestone', options.isMilestone, 'function');
  const patience = requireInteger('patience', options.patience ?? progressDefaults.patience, 1);
  const stallGrace = requireInteger(
    'stallGrace',
    options.stallGrace ?? progressDefaults.stallGrace,
    0,
  );
  const enough = patience + stallGrace;
  const { isMilestone = hasNewInformation } = options;
  const isCompared = createIsCompared(options);
  const counts = (step: GuardedStep) => isActionStep(step) && step.calls.some(isCompared);
  return () => {
    const countSinceMilestone =
      isMilestone === hasNewInformation
        ? createCountSinceNews(options, counts)
        : createCountSinceMilestone(isMilestone, counts, enough);
    return {
      name: 'progress',
      options: {
        patience,
        stallGrace,
        ...describeComparison(options),
        repeatable: [...(options.repeatable ?? [])],
      },
      judge(step, before) {
        if (!counts(step)) return undefined;
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
function createCountSinceNews(
  options: ComparisonOptions,
  counts: (step: GuardedStep) => boolean,
): CountSinceMilestone {
  const digests = createDigests(options);
  const sinceNewsWith = ({ known, sinceNews }: Progress, step: GuardedStep) =>
    known.isNews(step) ? 0 : sinceNews + 1;
  const progressOf = followRun<Progress>(
    () => ({ known: createKnownResults(digests), sinceNews: 0 }),
    (progress, step) => {
      if (!counts(step)) return;
      progress.sinceNews = sinceNewsWith(progress, step);
      progress.known.add(step);
    },
  );
  return (step, before) => sinceNewsWith(progressOf(before), step);
}

/** Asks about the newest step first, and counts no further than `enough`. */
function createCountSinceMilestone(
  isMilestone: IsMilestone,
  counts: (step: GuardedStep) => boolean,
  enough: number,
): CountSinceMilestone {
  return (newest, before) => {
    if (isMilestone(newest, before)) return 0;
    let count = 1;
    for (let at = before.length - 1; at >= 0 && count < enough; at--) {
      const step = before[at]!;
      if (!counts(step)) continue;
      if (isMilestone(step, before.slice(0, at))) break;
      count++;
    }
    return count;
  };
}

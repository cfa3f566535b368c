import { requireInteger, requireKnownOptions } from '@loopwright/core-parser/option-checks';
import { errorLimitDefaults } from './defaults.ts';
import type { Digests } from './digests.ts';
import { createDigests } from './digests.ts';
import { followRun } from './follow-run.ts';
import type { KnownResults } from './known-results.ts';
import { createKnownResults } from './known-results.ts';
import { shorten } from './shorten.ts';
import type { GuardedStep, GuardFactory, Verdict } from './step.ts';
import { isActionStep } from './step.ts';
import { createStepDigest } from './step-signature.ts';

export type ErrorLimitGuardOptions = {
  /** Failed steps in a row after which the run ends. Default 3. */
  readonly maxConsecutiveErrors?: number | undefined;
};

/**
 * Ends a run in which nothing works any more, with the reason `error_limit` (R10): after `maxConsecutiveErrors` steps
 * in a row in which no call succeeded, or as many equal failures with no new information between them (a success that
 * tells nothing new does not hide a broken tool). Unreadable replies are failed steps. Throws `invalid_options` for unknown
 * options and unless the limit is an integer of at least 1.
 */
export function errorLimitGuard(options: ErrorLimitGuardOptions = {}): GuardFactory {
  requireKnownOptions(options, { maxConsecutiveErrors: true });
  const limit = requireInteger(
    'maxConsecutiveErrors',
    options.maxConsecutiveErrors ?? errorLimitDefaults.maxConsecutiveErrors,
    1,
  );
  return () => {
    const digests = createDigests();
    const digestOfStep = createStepDigest(digests);
    const failuresOf = createFailures(digests, digestOfStep);
    return {
      name: 'error_limit',
      options: { maxConsecutiveErrors: limit },
      judge(step, before) {
        if (!isFailedStep(step)) return undefined;
        const { inARow, sinceNews } = failuresOf(before);
        if (inARow + 1 >= limit) {
          return stop(step, limit, 'consecutive', `${limit} steps in a row failed`);
        }
        if ((sinceNews.get(digestOfStep(step)) ?? 0) + 1 >= limit) {
          return stop(
            step,
            limit,
            'same_failure',
            `The same call failed the same way ${limit} times`,
          );
        }
        return undefined;
      },
    };
  };
}

type Failures = {
  readonly known: KnownResults;
  /** Failed steps at the end of the run. */
  inARow: number;
  /** Equal failed steps since the last success that brought new information, by their digest. */
  readonly sinceNews: Map<string, number>;
};

function createFailures(digests: Digests, digestOfStep: (step: GuardedStep) => string) {
  return followRun<Failures>(
    () => ({ known: createKnownResults(digests), inARow: 0, sinceNews: new Map() }),
    (failures, step) => {
      if (!isActionStep(step)) return;
      const { known, sinceNews } = failures;
      if (isFailedStep(step)) {
        const digest = digestOfStep(step);
        failures.inARow++;
        sinceNews.set(digest, (sinceNews.get(digest) ?? 0) + 1);
      } else {
        failures.inARow = 0;
        if (known.isNews(step)) sinceNews.clear();
      }
      known.add(step);
    },
  );
}

function isFailedStep(step: GuardedStep): boolean {
  return (
    isActionStep(step) &&
    step.observations.length > 0 &&
    step.observations.every((observation) => !observation.ok)
  );
}

function stop(
  step: GuardedStep,
  count: number,
  rule: 'consecutive' | 'same_failure',
  what: string,
): Verdict {
  const lastError = shorten(step.observations.at(-1)?.text ?? '', 300);
  return {
    kind: 'stop',
    stopReason: 'error_limit',
    text: `${what}. The last error: ${lastError}`,
    data: { kind: 'error_limit', rule, count, lastError },
  };
}

import { errorLimitDefaults } from './defaults.ts';
import { requireInteger } from './invalid-options.ts';
import { hasNewInformation } from './milestone.ts';
import { shorten } from './shorten.ts';
import type { GuardedStep, GuardFactory, Verdict } from './step.ts';
import { isActionStep } from './step.ts';
import { stepDigest } from './step-signature.ts';

export type ErrorLimitGuardOptions = {
  /** Failed steps in a row after which the run ends. Default 3. */
  readonly maxConsecutiveErrors?: number;
};

/**
 * Ends a run in which nothing works any more, with the reason `error_limit` (R10): after `maxConsecutiveErrors` steps
 * in a row in which no call succeeded, or as many equal failures with no new information between them (a success that
 * tells nothing new does not hide a broken tool). Unreadable replies are failed steps. Throws `invalid_options` unless
 * the limit is an integer of at least 1.
 */
export function errorLimitGuard(options: ErrorLimitGuardOptions = {}): GuardFactory {
  const limit = requireInteger(
    'maxConsecutiveErrors',
    options.maxConsecutiveErrors ?? errorLimitDefaults.maxConsecutiveErrors,
    1,
  );
  return () => ({
    name: 'error_limit',
    options: { maxConsecutiveErrors: limit },
    judge(step, before) {
      if (!isFailedStep(step)) return undefined;
      const steps = [...before.filter(isActionStep), step];
      if (failedInARow(steps) >= limit) {
        return stop(step, limit, 'consecutive', `${limit} steps in a row failed`);
      }
      if (equalFailures(steps, limit) >= limit) {
        return stop(
          step,
          limit,
          'same_failure',
          `The same call failed the same way ${limit} times`,
        );
      }
      return undefined;
    },
  });
}

function isFailedStep(step: GuardedStep): boolean {
  return (
    isActionStep(step) &&
    step.observations.length > 0 &&
    step.observations.every((observation) => !observation.ok)
  );
}

function failedInARow(steps: readonly GuardedStep[]): number {
  const lastGood = steps.findLastIndex((step) => !isFailedStep(step));
  return steps.length - 1 - lastGood;
}

/** Counts steps equal to the newest one, back to the last step that brought new information. */
function equalFailures(steps: readonly GuardedStep[], enough: number): number {
  const newest = stepDigest(steps.at(-1)!, {});
  let count = 1;
  for (let at = steps.length - 2; at >= 0 && count < enough; at--) {
    const step = steps[at]!;
    if (!isFailedStep(step)) {
      if (hasNewInformation(step, steps.slice(0, at))) break;
    } else if (stepDigest(step, {}) === newest) {
      count++;
    }
  }
  return count;
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

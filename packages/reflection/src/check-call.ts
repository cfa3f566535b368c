import { durationText } from './duration-text.ts';
import type { FailureReason } from './failure.ts';
import { isTransient } from './failure.ts';
import type { FailureHistory, PastFailure } from './failure-history.ts';
import type { ReflectedAction } from './reflected-action.ts';

/** What a refused call is told: an error of class `policy`, as tool registries render it. */
export type RepeatRefusal = {
  readonly type: 'RepeatedFailure';
  readonly class: 'policy';
  readonly code: 'repeat_refused';
  readonly message: string;
};

/** Why a call is refused: see {@link CallCheck}. */
export type RefusalCause = 'failed_for_good' | 'failed_again' | 'blacklisted';

/**
 * Whether a call may be made. Refused: `failed_for_good`, it failed in a way that does not pass; `failed_again`, it was
 * retried and failed in the same way; `blacklisted`, the tool found nothing for this entity twice (F4). `reason` says
 * so in words, and `error` is the same as the observation to give instead of making the call. `note` warns of a call that may
 * be made although a lesson of an earlier run speaks against it.
 */
export type CallCheck =
  | { readonly allowed: true; readonly note?: string }
  | {
      readonly allowed: false;
      readonly cause: RefusalCause;
      readonly reason: string;
      readonly error: RepeatRefusal;
    };

const attemptsOfTransient = 2;

/** Reasons of failures that tell nothing about the call: it was not let in, or the run was ending. */
const notAboutTheCall: readonly FailureReason[] = ['limit', 'aborted'];

/** Whether a call may be made at a step, by what failed before. */
export function checkCall(
  history: FailureHistory,
  action: ReflectedAction,
  step: number,
  transientSteps: number,
): CallCheck {
  if (history.isBlacklisted(action)) {
    return refused(
      'blacklisted',
      `${action.name} has found nothing for this entity twice; use another tool or another entity`,
    );
  }
  const failures = history
    .failuresOf(action)
    .filter(({ failure }) => !notAboutTheCall.includes(failure.reason));
  const forGood = failures.find(({ failure }) => !isTransient(failure));
  if (forGood !== undefined) return refused('failed_for_good', forGoodText(forGood));
  const again = failures.find(
    ({ failure, count, lastStep }) =>
      count >= (failure.retryable ? attemptsOfTransient : 1) && step <= lastStep + transientSteps,
  );
  if (again !== undefined) return refused('failed_again', againText(again, transientSteps));
  const before = history.reasonBefore(action);
  return before === undefined ? { allowed: true } : { allowed: true, note: noteOf(before) };
}

/** True for the error of a call that was refused for what failed before. It tells nothing new about the call. */
export function isRepeatRefusal(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { readonly type?: unknown }).type === 'RepeatedFailure'
  );
}

function refused(cause: RefusalCause, reason: string): CallCheck {
  const message = `the call was not made: ${reason}`;
  const error = {
    type: 'RepeatedFailure',
    class: 'policy',
    code: 'repeat_refused',
    message,
  } as const;
  return { allowed: false, cause, reason, error };
}

function forGoodText({ failure, lastStep }: PastFailure): string {
  const when = lastStep === 0 ? 'in an earlier run' : `in step ${lastStep}`;
  // Neither is to be got round by other arguments.
  if (failure.reason === 'unknown_outcome') {
    return `the same call ${when} may or may not have taken effect; check that before doing it again`;
  }
  if (failure.reason === 'denied') {
    return `the same call was not allowed ${when}; do not look for a way round`;
  }
  if (failure.reason === 'unauthenticated') {
    return `the same call was refused ${when}, as nobody was signed in; sign in first`;
  }
  return `the same call failed ${when} (${failure.reason}) and would fail again; change the arguments or use another tool`;
}

function noteOf(before: FailureReason): string {
  return `a call like this failed in an earlier run (${before}); should it fail again, it will be refused from then on`;
}

function againText({ failure, count, lastStep }: PastFailure, transientSteps: number): string {
  const wait =
    failure.retryAfterMs === undefined
      ? ''
      : ` and asks to wait ${durationText(failure.retryAfterMs)}`;
  return `the same call failed ${count === 1 ? 'once' : `${count} times`} (${failure.reason}), last in step ${lastStep}${wait}; it is not made again before step ${lastStep + transientSteps + 1}`;
}

/**
 * What kind of failure it was. `unknown` is a failure that nothing is known about; it may be tried once more. The
 * other words are those of tool errors: `transient`, `quota`, `fixable_by_model`, `permanent`, `context_overflow`,
 * `policy`, `aborted`, `timeout`, `unknown_outcome`.
 */
export const failureClasses = [
  'transient',
  'timeout',
  'quota',
  'fixable_by_model',
  'permanent',
  'context_overflow',
  'policy',
  'aborted',
  'unknown_outcome',
  'unknown',
] as const;

/** One of {@link failureClasses}. */
export type FailureClass = (typeof failureClasses)[number];

/** What went wrong, finer than the class: lessons and counts are kept by it. */
export const failureReasons = [
  'timeout',
  'unavailable',
  'rate_limit',
  'quota',
  'not_found',
  'invalid_arguments',
  'unknown_tool',
  'rejected',
  'too_large',
  'unauthenticated',
  'denied',
  'limit',
  'aborted',
  'unknown_outcome',
  'unknown',
] as const;

/** One of {@link failureReasons}. */
export type FailureReason = (typeof failureReasons)[number];

/** A classified failure. `retryable` says whether the same call can succeed when made again. */
export type Failure = {
  readonly class: FailureClass;
  readonly reason: FailureReason;
  readonly retryable: boolean;
  /** Only the words of the message speak for the reason, so that it holds for this run and until the tool succeeds again. */
  readonly guessed?: true;
  /** Milliseconds that it asks to wait before another attempt, where it says so. */
  readonly retryAfterMs?: number;
  /** What was wrong with the caller's own classification, so that it was not used. */
  readonly classifierFault?: string;
};

/** The class of each reason. */
export const classOfReason: Readonly<Record<FailureReason, FailureClass>> = {
  timeout: 'timeout',
  unavailable: 'transient',
  rate_limit: 'transient',
  quota: 'quota',
  not_found: 'permanent',
  invalid_arguments: 'fixable_by_model',
  unknown_tool: 'fixable_by_model',
  rejected: 'permanent',
  too_large: 'context_overflow',
  unauthenticated: 'policy',
  denied: 'policy',
  limit: 'policy',
  aborted: 'aborted',
  unknown_outcome: 'unknown_outcome',
  unknown: 'unknown',
};

/** The reason assumed for a class of which nothing else is known. */
export const reasonOfClass: Readonly<Record<FailureClass, FailureReason>> = {
  transient: 'unavailable',
  timeout: 'timeout',
  quota: 'quota',
  fixable_by_model: 'invalid_arguments',
  permanent: 'rejected',
  context_overflow: 'too_large',
  policy: 'denied',
  aborted: 'aborted',
  unknown_outcome: 'unknown_outcome',
  unknown: 'unknown',
};

/** True for the reasons that may go away by themselves. */
export function isRetryableReason(reason: FailureReason): boolean {
  return ['timeout', 'unavailable', 'rate_limit', 'unknown'].includes(reason);
}

/**
 * True for a failure that passes with time, so that what was learned of it does not hold for ever. A quota that does not say
 * when it comes back is one, as nobody could ever tell that it has.
 */
export function isTransient({ reason, retryable, retryAfterMs }: Failure): boolean {
  const isOpenQuota = reason === 'quota' && retryAfterMs === undefined;
  return retryable || isOpenQuota || isRetryableReason(reason);
}

import { reasonOfCode, reasonOfStatus } from './error-codes.ts';
import { reasonOfText } from './error-text.ts';
import type { Failure, FailureClass, FailureReason } from './failure.ts';
import { classOfReason, failureClasses, isRetryableReason, reasonOfClass } from './failure.ts';

/** What may be known about a failure. A number in `code` is read as a status. */
export type FailureFacts = {
  /** Says outright whether the same call may succeed later. */
  readonly retryable?: boolean | undefined;
  /** One of `failureClasses`; `unknown` and any other word tell nothing. */
  readonly class?: string | undefined;
  readonly code?: string | number | undefined;
  /** The name of the thrown error, such as `TimeoutError`. */
  readonly type?: string | undefined;
  /** An HTTP status. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
  readonly message?: string | undefined;
};

const maxCauses = 5;

/**
 * Says what kind of failure it was. The strongest evidence decides: the explicit `retryable` flag or `class`, then the
 * code, the HTTP status, the chain of causes, and the text of the message last. A failure of which nothing is known is
 * `unknown` and may be tried once more. Never throws.
 */
export function classifyFailure(error: string | FailureFacts | undefined): Failure {
  const facts = typeof error === 'string' ? { message: error } : (error ?? {});
  const found = reasonOf(facts, maxCauses) ?? reasonOfText(messageOf(facts));
  const given = knownClass(facts.class);
  if (typeof facts.retryable === 'boolean') {
    const reason = agreeing(found, facts.retryable, facts.retryable ? 'unavailable' : 'rejected');
    return { class: given ?? classOfReason[reason], reason, retryable: facts.retryable };
  }
  if (given === undefined) {
    return { class: classOfReason[found], reason: found, retryable: isRetryableReason(found) };
  }
  const assumed = reasonOfClass[given];
  // A rate limit is a quota that comes back by itself.
  const reason =
    given === 'quota' && found === 'rate_limit'
      ? found
      : agreeing(found, isRetryableReason(assumed), assumed);
  return { class: given, reason, retryable: isRetryableReason(reason) };
}

/** Keeps a reason that agrees with what is known for certain, and replaces one that does not. */
function agreeing(
  found: FailureReason,
  retryable: boolean,
  otherwise: FailureReason,
): FailureReason {
  return found !== 'unknown' && isRetryableReason(found) === retryable ? found : otherwise;
}

function reasonOf(facts: FailureFacts, causesLeft: number): FailureReason | undefined {
  const { code, type, status, cause } = facts;
  const byCode = typeof code === 'string' ? reasonOfCode(code) : undefined;
  const byType = byCode ?? (typeof type === 'string' ? reasonOfCode(type) : undefined);
  const byStatus = byType ?? reasonOfStatus(typeof code === 'number' ? code : (status ?? 0));
  if (byStatus !== undefined || causesLeft === 0) return byStatus;
  if (typeof cause !== 'object' || cause === null) return undefined;
  return reasonOf(factsOfCause(cause), causesLeft - 1);
}

function factsOfCause(cause: object): FailureFacts {
  try {
    const { code, name, status, cause: next } = cause as Record<string, unknown>;
    return {
      code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
      type: typeof name === 'string' ? name : undefined,
      status: typeof status === 'number' ? status : undefined,
      cause: next,
    };
  } catch {
    // A getter of a foreign object may throw; then the cause tells nothing.
    return {};
  }
}

function messageOf(facts: FailureFacts): string {
  return typeof facts.message === 'string' ? facts.message : '';
}

function knownClass(name: string | undefined): FailureClass | undefined {
  // `unknown` tells nothing, so that the code or the text may tell more.
  return name === 'unknown' ? undefined : failureClasses.find((known) => known === name);
}

import { retryAfterOf } from '@loopwright/core-parser';
import { requireInteger } from '@loopwright/core-parser/option-checks';
import { reflectorDefaults } from './defaults.ts';
import { reasonOfCode, reasonOfStatus } from './error-codes.ts';
import { reasonOfText } from './error-text.ts';
import type { Failure, FailureClass, FailureReason } from './failure.ts';
import { classOfReason, failureClasses, isRetryableReason, reasonOfClass } from './failure.ts';
import type { FailureFacts } from './failure-facts.ts';
import { readProperty } from './failure-facts.ts';
import { requireFunction, requireNumber } from './invalid-options.ts';

export type ClassifyOptions = {
  /**
   * A classification of your own, asked first. It returns one of `failureClasses`, or undefined to leave it to the
   * rules. What it throws, and any other word, is reported as `classifierFault`, and the rules decide.
   */
  readonly classify?: ((facts: FailureFacts) => FailureClass | undefined) | undefined;
  /** Longest wait that is waited, in milliseconds. A rate limit that asks for more is a quota. Default 60,000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** The caller's clock, in milliseconds since 1970, for a `Retry-After` that is a date. */
  readonly now?: number | undefined;
};

const maxCauses = 5;

/**
 * Says what kind of failure it was. The strongest evidence decides: the caller's own `classify`, the explicit
 * `retryable` flag or `class`, then the code, the HTTP status, the chain of causes, and the text of the message last.
 * How long a rate limit or a quota asks to wait tells one from the other. A failure of which nothing is known is
 * `unknown` and may be tried once more. Never throws for an error of any kind; throws `invalid_options` for options that
 * cannot be meant.
 */
export function classifyFailure(
  error: string | FailureFacts | undefined,
  options: ClassifyOptions = {},
): Failure {
  const longest = longestWait(options);
  const facts = typeof error === 'string' ? { message: error } : (error ?? {});
  const structured = reasonOf(facts, maxCauses);
  const found = structured ?? reasonOfText(messageOf(facts));
  const delay = retryAfterOf(facts, options.now);
  const own = askClassifier(facts, options);
  // A class or a flag beside the words confirms them.
  const isGuess =
    structured === undefined &&
    found !== 'unknown' &&
    knownClass(facts.class) === undefined &&
    typeof facts.retryable !== 'boolean' &&
    own.class === undefined;
  const reported = {
    ...(isGuess ? { guessed: true as const } : {}),
    ...(delay === undefined ? {} : { retryAfterMs: delay }),
    ...(own.fault === undefined ? {} : { classifierFault: own.fault }),
  };
  if (own.class !== undefined) return { ...ofClass(own.class, found), ...reported };
  const given = knownClass(facts.class);
  if (typeof facts.retryable === 'boolean') {
    const reason = agreeing(found, facts.retryable, facts.retryable ? 'unavailable' : 'rejected');
    const { retryable } = facts;
    return { class: given ?? classOfReason[reason], reason, retryable, ...reported };
  }
  const isLimited = found === 'rate_limit' || found === 'quota' || given === 'quota';
  if (isLimited && structured !== 'quota' && delay !== undefined) {
    return { ...ofLimit(given, delay, longest), ...reported };
  }
  return { ...(given === undefined ? ofReason(found) : ofClass(given, found)), ...reported };
}

/** The longest wait that is waited. @throws `invalid_options` for this and any other option that cannot be meant */
function longestWait({ classify, now, maxRetryAfterMs }: ClassifyOptions): number {
  requireFunction('classify', classify);
  if (now !== undefined) requireNumber('now', now, 0);
  return requireInteger('maxRetryAfterMs', maxRetryAfterMs ?? reflectorDefaults.maxRetryAfterMs, 0);
}

/** Between a rate limit and a quota the delay decides, not the words. Other classes were given for another cause. */
function ofLimit(given: FailureClass | undefined, delay: number, longest: number): Failure {
  const reason = delay > longest ? 'quota' : 'rate_limit';
  if (given === undefined) return ofReason(reason);
  if (given !== 'quota' && given !== 'transient') return ofClass(given, reason);
  return { ...ofReason(reason), class: reason === 'quota' ? 'quota' : given };
}

function ofReason(reason: FailureReason): Failure {
  return { class: classOfReason[reason], reason, retryable: isRetryableReason(reason) };
}

function ofClass(given: FailureClass, found: FailureReason): Failure {
  // A call that no limit let start has not taken too long, whatever class the refusal was given.
  if (found === 'limit') return { class: given, reason: found, retryable: false };
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

function askClassifier(
  facts: FailureFacts,
  { classify }: ClassifyOptions,
): { readonly class?: FailureClass; readonly fault?: string } {
  if (classify === undefined) return {};
  let answer: unknown;
  try {
    answer = classify(facts);
  } catch {
    return { fault: 'classify threw' };
  }
  if (answer === undefined) return {};
  const known = failureClasses.find((each) => each === answer);
  return known === undefined
    ? { fault: 'classify returned no class of failures' }
    : { class: known };
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
  const code = readProperty(cause, 'code');
  const name = readProperty(cause, 'name');
  const status = readProperty(cause, 'status');
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    type: typeof name === 'string' ? name : undefined,
    status: typeof status === 'number' ? status : undefined,
    cause: readProperty(cause, 'cause'),
  };
}

function messageOf(facts: FailureFacts): string {
  return typeof facts.message === 'string' ? facts.message : '';
}

function knownClass(name: string | undefined): FailureClass | undefined {
  // `unknown` tells nothing, so that the code or the text may tell more.
  return name === 'unknown' ? undefined : failureClasses.find((known) => known === name);
}

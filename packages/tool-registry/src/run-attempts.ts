import { describeError } from './describe-error.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Semaphore } from './semaphore.ts';
import { isToolFailure } from './tool-failure.ts';

/** How far a call has come; read by others when its deadline passes in the middle. */
export type Progress = {
  /** How often the tool was started. */
  attempts: number;
  /** An attempt is in flight, or has returned and nobody has taken the value yet. */
  inFlight: boolean;
  /** An attempt failed without saying that it had not started, so its effect may have happened. */
  mayHaveActed: boolean;
  /** What the last failed attempt threw. */
  lastError: unknown;
};

/**
 * How the attempts ended. `not_run`: the deadline or a cancellation came while the call waited for its turn.
 * `rate_limited`: its turn would have come after the deadline.
 */
export type Attempted =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number }
  | { readonly kind: 'not_run' };

export type AttemptOptions = {
  execute: () => unknown;
  progress: Progress;
  signal: AbortSignal;
  semaphore: Semaphore | undefined;
  rateLimiter: RateLimiter | undefined;
  /** Further attempts after a transient failure. */
  retries: number;
  /** Milliseconds before the second attempt; doubled for every further one. */
  retryDelayMs: number;
  /** Milliseconds until the deadline. */
  timeLeftMs: () => number;
  /** The clock, in milliseconds. */
  now: () => number;
};

/** Starts a tool, and again after a transient failure as long as attempts and time are left. */
export async function runAttempts(options: AttemptOptions): Promise<Attempted> {
  const { progress, signal, retries, retryDelayMs } = options;
  for (;;) {
    const attempted = await runOnce(options);
    if (attempted.kind !== 'failed') return attempted;
    const { class: errorClass, retryAfterMs = 0 } = describeError(attempted.error);
    if (errorClass !== 'transient' || progress.attempts > retries) return attempted;
    const delayMs = Math.max(retryDelayMs * 2 ** (progress.attempts - 1), retryAfterMs);
    // Waiting for an attempt that could not be made would only turn a known failure into a timeout.
    if (delayMs >= options.timeLeftMs()) return attempted;
    await pause(delayMs, signal);
    if (signal.aborted) return attempted;
  }
}

async function runOnce(options: AttemptOptions): Promise<Attempted> {
  const { execute, progress, signal, semaphore, rateLimiter, now } = options;
  // Before the semaphore: a call whose turn would come too late does not wait for a slot first.
  const leave = rateLimiter?.announce({ now, timeLeftMs: options.timeLeftMs() });
  if (typeof leave === 'object') return rateLimited(progress, leave.retryAfterMs);
  const release = semaphore === undefined ? () => {} : await semaphore.acquire(signal);
  leave?.();
  if (release === undefined) return waitedInVain(progress);
  try {
    // Behind the semaphore: whoever has a turn starts at once, so that starts do not bunch up.
    const turn = await rateLimiter?.enter({ signal, now, timeLeftMs: options.timeLeftMs() });
    if (turn?.kind === 'too_long') return rateLimited(progress, turn.retryAfterMs);
    if (signal.aborted || (turn && turn.kind !== 'entered')) return waitedInVain(progress);
    progress.attempts += 1;
    progress.inFlight = true;
    const value = await execute();
    return isFailure(value) ? failed(progress, value) : { kind: 'returned', value };
  } catch (error) {
    return failed(progress, error);
  } finally {
    // Only now: a tool that goes on after its deadline still counts as one that runs.
    release();
  }
}

function failed(progress: Progress, error: unknown): Attempted {
  progress.inFlight = false;
  progress.mayHaveActed ||= !(isToolFailure(error) && error.notStarted);
  progress.lastError = error;
  return { kind: 'failed', error };
}

/** The failure of an earlier attempt says more than that there is no turn for another. */
function rateLimited(progress: Progress, retryAfterMs: number): Attempted {
  return progress.attempts === 0 ? { kind: 'rate_limited', retryAfterMs } : waitedInVain(progress);
}

function waitedInVain(progress: Progress): Attempted {
  return progress.attempts === 0
    ? { kind: 'not_run' }
    : { kind: 'failed', error: progress.lastError };
}

/** A tool may return its failure instead of throwing it. An error object is one too, never a result. */
function isFailure(value: unknown): boolean {
  try {
    return isToolFailure(value) || Object.prototype.toString.call(value) === '[object Error]';
  } catch {
    return false;
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

import type { AdmittedCall } from './admit.ts';
import { errorObservation, outcomeUnknown } from './error-observation.ts';
import { failureObservation } from './failure-observation.ts';
import type { Observation } from './observation.ts';
import type { Attempted, Progress } from './run-attempts.ts';
import { sensitiveTexts } from './sensitive-texts.ts';
import type { Tool } from './tool.ts';
import type { ObservationLimits } from './value-observation.ts';
import { valueObservation } from './value-observation.ts';

/**
 * Whether the effect of a call happened: `done`, `not_started` or `unknown`. A pure tool has no effect: `done` then
 * only means that it was started.
 */
export type CallOutcome = 'done' | 'not_started' | 'unknown';

/** How a call was ended from outside. */
type Interruption = 'timeout' | 'aborted';

/** All that is known when a call has ended. */
export type CallEnd = {
  admitted: AdmittedCall;
  progress: Progress;
  /** What the attempts gave; undefined when nobody waited for them any longer. */
  attempted: Attempted | undefined;
  /** Why what the tool returned is not what its `output` promises. */
  invalidResult?: string | undefined;
  /** Set when the deadline or a cancellation came, also when the tool still answered within the grace. */
  interruption: Interruption | undefined;
  /** Milliseconds that the call had. */
  timeoutMs: number;
};

/** The observation and the outcome of a call that has ended, however it did. */
export function callResult(
  end: CallEnd,
  limits: ObservationLimits,
): { observation: Observation; outcome: CallOutcome } {
  const { admitted, progress, attempted, interruption } = end;
  const { tool } = admitted;
  const maxChars = limits.maxObservationChars;
  if (attempted?.kind === 'returned') {
    if (end.invalidResult !== undefined) {
      const observation = invalidResultObservation(tool, end.invalidResult, maxChars);
      return { observation, outcome: 'done' };
    }
    const { value } = attempted;
    const observation = valueObservation(tool.name, value, limits, sensitiveTexts(admitted));
    return { observation, outcome: 'done' };
  }
  const outcome = outcomeOf(tool, progress);
  if (attempted?.kind === 'rate_limited') {
    return { observation: rateLimitedObservation(end, attempted.retryAfterMs, maxChars), outcome };
  }
  if (interruption !== undefined && outcome === 'unknown') {
    return { observation: outcomeUnknown(tool.name, maxChars), outcome };
  }
  const hasFailed =
    attempted?.kind === 'failed' ||
    // The deadline came in the pause before another attempt: the failure says more than the deadline.
    (interruption === 'timeout' && progress.attempts > 0 && !progress.inFlight);
  const observation = hasFailed
    ? failureObservation(admitted, progress.lastError, outcome === 'unknown', maxChars)
    : interruptionObservation(end, maxChars);
  return { observation, outcome };
}

function outcomeOf(tool: Tool, progress: Progress): CallOutcome {
  if (progress.attempts === 0) return 'not_started';
  if (tool.effect === 'pure') return 'done';
  return progress.inFlight || progress.mayHaveActed ? 'unknown' : 'not_started';
}

function interruptionObservation(
  { admitted: { tool }, progress, interruption, timeoutMs }: CallEnd,
  maxChars: number,
): Observation {
  const wasStarted = progress.attempts > 0;
  if (interruption === 'aborted') {
    const message = wasStarted ? 'the call was cancelled' : 'cancelled before the call was started';
    return errorObservation(
      tool.name,
      { type: 'Aborted', class: 'aborted', code: 'aborted', message },
      maxChars,
    );
  }
  const message = wasStarted
    ? `the tool did not answer within ${timeoutMs} ms`
    : timeoutMs > 0
      ? `the call found no free slot within ${timeoutMs} ms and was not started`
      : 'no time was left to start the call';
  return errorObservation(
    tool.name,
    { type: 'Timeout', class: 'timeout', code: 'timeout', message },
    maxChars,
  );
}

function invalidResultObservation(tool: Tool, problem: string, maxChars: number): Observation {
  const what =
    tool.effect === 'pure'
      ? 'the tool ran, but its result is not what it promises'
      : 'the call has taken effect, but its result is not what the tool promises. Do not repeat it for that';
  return errorObservation(
    tool.name,
    {
      type: 'InvalidResult',
      class: 'permanent',
      code: 'invalid_result',
      message: `${what}: ${problem}`,
    },
    maxChars,
  );
}

function rateLimitedObservation(
  { admitted: { tool }, timeoutMs }: CallEnd,
  retryAfterMs: number,
  maxChars: number,
): Observation {
  const { calls, perMs } = tool.rateLimit!;
  return errorObservation(
    tool.name,
    {
      type: 'RateLimited',
      class: 'quota',
      code: 'rate_limited',
      message:
        `at most ${calls} calls in ${perMs} ms; the next turn is in ${retryAfterMs} ms, ` +
        `more than is left of the ${timeoutMs} ms of the call, so it was not started`,
      retryAfterMs,
    },
    maxChars,
  );
}

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
  if (attempted?.kind === 'returned') {
    const { value } = attempted;
    const observation = valueObservation(tool.name, value, limits, sensitiveTexts(admitted));
    return { observation, outcome: 'done' };
  }
  const outcome = outcomeOf(tool, progress);
  const maxChars = limits.maxObservationChars;
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

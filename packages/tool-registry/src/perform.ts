import type { AdmittedCall } from './admit.ts';
import type { CallOutcome } from './call-result.ts';
import { callResult } from './call-result.ts';
import { copyArguments } from './copy-arguments.ts';
import type { Observation } from './observation.ts';
import { randomKey } from './random-key.ts';
import type { Attempted, Progress } from './run-attempts.ts';
import { runAttempts } from './run-attempts.ts';
import type { Semaphore } from './semaphore.ts';
import { settle } from './settle.ts';
import type { ObservationLimits } from './value-observation.ts';

/** What became of one call. */
export type Execution = {
  readonly observation: Observation;
  readonly outcome: CallOutcome;
  /** How often the tool was started. */
  readonly attempts: number;
  /** Milliseconds of the whole call, waiting included. */
  readonly ms: number;
};

/** Options of `perform`. */
export type PerformOptions = {
  /** Cancels the call. */
  signal?: AbortSignal;
  /** Milliseconds; an upper limit on top of the tool's own. Default: none. */
  timeoutMs?: number;
  /**
   * Milliseconds that a tool with an effect gets to settle after its signal was aborted; what it settles to within
   * them is its result. Default 0: then even a polite tool ends with an unknown outcome.
   */
  graceMs?: number;
  /** Handed to the tool. Default: a new random one for each call. */
  idempotencyKey?: string;
  /** The clock, in milliseconds. Default `Date.now`. */
  now?: () => number;
};

/** What {@link performCall} takes from the registry. */
export type Performer = ObservationLimits & {
  readonly context: unknown;
  readonly retryDelayMs: number;
  readonly semaphores: ReadonlyMap<string, Semaphore>;
};

/**
 * Performs an admitted call. Total: never rejects, and settles within the deadline and the grace whatever the tool
 * does, as long as it gives the thread back.
 */
export async function performCall(
  performer: Performer,
  admitted: AdmittedCall,
  options: PerformOptions,
): Promise<Execution> {
  const { signal, graceMs = 0, idempotencyKey = randomKey(), now = Date.now } = options;
  const { tool, args } = admitted;
  const { context, retryDelayMs } = performer;
  const timeoutMs = Math.min(tool.timeoutMs, options.timeoutMs ?? Infinity);
  const startedAt = now();
  const progress: Progress = {
    attempts: 0,
    inFlight: false,
    mayHaveActed: false,
    lastError: undefined,
  };
  // The schema has checked the arguments and the types of the registry the context.
  const execute = tool.execute as (args: unknown, execution: unknown) => unknown;
  let toolSignal: AbortSignal | undefined;

  const settled = await settle(
    (inner) => {
      toolSignal = inner;
      return runAttempts({
        execute: () => execute(copyArguments(args), { signal: inner, idempotencyKey, context }),
        progress,
        signal: inner,
        semaphore: performer.semaphores.get(tool.name),
        retries: tool.retries,
        retryDelayMs,
        timeLeftMs: () => timeoutMs - (now() - startedAt),
      });
    },
    {
      timeoutMs,
      graceMs: tool.effect === 'pure' ? 0 : graceMs,
      ...(signal === undefined ? {} : { signal }),
    },
  );

  const interruptedBy = signal?.aborted ? 'aborted' : 'timeout';
  const wasInterrupted = toolSignal === undefined || toolSignal.aborted;
  const result = callResult(
    {
      admitted,
      progress,
      timeoutMs,
      attempted: settled.kind === 'value' ? (settled.value as Attempted) : undefined,
      interruption: wasInterrupted ? interruptedBy : undefined,
    },
    performer,
  );
  return { ...result, attempts: progress.attempts, ms: Math.max(0, now() - startedAt) };
}

import type { AdmittedCall } from './admit.ts';
import { callResult } from './call-result.ts';
import { copyArguments } from './copy-arguments.ts';
import { errorObservation } from './error-observation.ts';
import type { Execution } from './execution.ts';
import { decidedTooLate } from './oversight/decided-too-late.ts';
import type { Oversight } from './oversight/oversight.ts';
import { randomKey } from './random-key.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Attempted, Progress } from './run-attempts.ts';
import { runAttempts } from './run-attempts.ts';
import type { Semaphore } from './semaphore.ts';
import { settle } from './settle.ts';
import type { Tool } from './tool.ts';
import { validateResult } from './validate-result.ts';
import type { ObservationLimits } from './value-observation.ts';

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
  /** Tells the call from every other one in the audit. Default: a new random one for each call. */
  callId?: string;
  /** The clock, in milliseconds. Default `Date.now`. */
  now?: () => number;
};

/** What {@link performCall} takes from the registry. */
export type Performer = ObservationLimits & {
  readonly context: unknown;
  readonly retryDelayMs: number;
  readonly semaphores: ReadonlyMap<string, Semaphore>;
  readonly rateLimiters: ReadonlyMap<string, RateLimiter>;
  readonly oversight: Oversight | undefined;
};

/**
 * Performs an admitted call, if oversight lets it start. Total: never rejects, and settles within the deadline and the
 * grace whatever the tool does, as long as it gives the thread back.
 */
export async function performCall(
  performer: Performer,
  admitted: AdmittedCall,
  options: PerformOptions,
): Promise<Execution> {
  const { oversight, maxObservationChars } = performer;
  const { signal, idempotencyKey = randomKey(), callId = randomKey(), now = Date.now } = options;
  const { tool } = admitted;
  const timeoutMs = Math.min(tool.timeoutMs, options.timeoutMs ?? Infinity);
  const startedAt = now();
  const timing: CallTiming = {
    timeoutMs,
    // A clock that is set back gives no time.
    timeLeftMs: () => Math.min(timeoutMs, timeoutMs - (now() - startedAt)),
    now,
  };
  const elapsedMs = () => Math.max(0, now() - startedAt);
  const overseen = () => ({
    idempotencyKey,
    callId,
    now,
    timeoutMs: timing.timeLeftMs(),
    ...(signal ? { signal } : {}),
  });
  const refusal = await oversight?.decide(admitted, overseen());
  if (refusal !== undefined) {
    const observation = errorObservation(tool.name, refusal, maxObservationChars);
    return { observation, outcome: 'not_started', attempts: 0, ms: elapsedMs() };
  }
  const tooLate = oversight && decidedTooLate(tool, timing, maxObservationChars);
  const result =
    tooLate ?? (await startCall(performer, admitted, { ...options, idempotencyKey }, timing));
  const execution = { ...result, ms: elapsedMs() };
  await oversight?.ended(tool, execution, overseen());
  return execution;
}

type CallTiming = {
  readonly timeoutMs: number;
  readonly timeLeftMs: () => number;
  readonly now: () => number;
};

/** What the attempts gave, and why it is not what the `output` of the tool promises. */
type Checked = { readonly attempted: Attempted | undefined; readonly invalidResult?: string };

/** What is told of a result whose check was cut off. A cancelled call without an effect is just that. */
function unchecked(
  { effect }: Tool,
  returned: Attempted | undefined,
  cutOffBy: 'timeout' | 'aborted',
): Checked {
  if (returned === undefined || (effect === 'pure' && cutOffBy === 'aborted')) {
    return { attempted: undefined };
  }
  const invalidResult =
    cutOffBy === 'aborted'
      ? 'the call was cancelled before the result was checked'
      : 'the check of the result did not end in time';
  return { attempted: returned, invalidResult };
}

async function startCall(
  performer: Performer,
  admitted: AdmittedCall,
  { signal, graceMs = 0, idempotencyKey }: PerformOptions & { idempotencyKey: string },
  { timeoutMs, timeLeftMs, now }: CallTiming,
): Promise<Omit<Execution, 'ms'>> {
  const { tool, args } = admitted;
  const { context, retryDelayMs } = performer;
  const progress: Progress = {
    attempts: 0,
    inFlight: false,
    mayHaveActed: false,
    lastError: undefined,
  };
  // The schema has checked the arguments and the types of the registry the context.
  const execute = tool.execute as (args: unknown, execution: unknown) => unknown;
  let toolSignal: AbortSignal | undefined;

  let returned: Attempted | undefined;

  const settled = await settle(
    async (inner): Promise<Checked> => {
      toolSignal = inner;
      const attempted = await runAttempts({
        execute: () => execute(copyArguments(args), { signal: inner, idempotencyKey, context }),
        progress,
        signal: inner,
        semaphore: performer.semaphores.get(tool.name),
        rateLimiter: performer.rateLimiters.get(tool.name),
        retries: tool.retries,
        retryDelayMs,
        timeLeftMs,
        now,
      });
      if (attempted.kind !== 'returned' || tool.output === undefined) return { attempted };
      returned = attempted;
      // Within the deadline, the cancellation and the grace of the call, like the tool itself.
      const check = await validateResult(tool.output, attempted.value);
      return check.ok
        ? { attempted: { kind: 'returned', value: check.value } }
        : { attempted, invalidResult: check.message };
    },
    {
      timeoutMs: performer.oversight === undefined ? timeoutMs : timeLeftMs(),
      graceMs: tool.effect === 'pure' ? 0 : graceMs,
      ...(signal === undefined ? {} : { signal }),
    },
  );

  const interruptedBy = signal?.aborted ? 'aborted' : 'timeout';
  const wasInterrupted = toolSignal === undefined || toolSignal.aborted;
  const { attempted, invalidResult }: Checked =
    settled.kind === 'value'
      ? (settled.value as Checked)
      : unchecked(tool, returned, interruptedBy);
  const result = callResult(
    {
      admitted,
      progress,
      timeoutMs,
      attempted,
      invalidResult,
      interruption: wasInterrupted ? interruptedBy : undefined,
    },
    performer,
  );
  return { ...result, attempts: progress.attempts };
}

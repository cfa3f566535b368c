import { checkSignal } from './check-surroundings.ts';
import { EventQueue } from './event-queue.ts';
import type { DurableEvent, LiveEvent } from './events.ts';
import type { RunResult } from './result.ts';
import type { Run } from './run.ts';
import type { Outcome, RunSpec } from './run-spec.ts';
import { runStrategy } from './run-strategy.ts';

/** A run that goes on: what happens, how it ends, and two ways to leave it. */
export type RunHandle<Answer> = {
  /**
   * Everything from the start, durable and live, whenever it is read; ends with the run. For one reader. The deltas of
   * replies alone are not kept for a reader who has not begun: there may be very many, and the replies hold them all.
   */
  readonly events: AsyncIterable<DurableEvent | LiveEvent>;
  /** The same promise as the strategy's `run` function gives. */
  readonly result: Promise<RunResult<Answer>>;
  /** Ends the run: the decision is stored, the result is `stopped` with reason `aborted`. */
  cancel(): void;
  /** Leaves the run: nothing is decided, the result is `suspended`, the journal can be resumed. */
  detach(): void;
};

/**
 * Starts a run and gives a handle to it. `runStrategy` is the same without one.
 *
 * @throws ConfigurationError at once for a signal that is none; all else that is wrong with the spec rejects `result`.
 */
export function startStrategy<Answer>(
  spec: RunSpec<Answer>,
  body: (run: Run) => Promise<Outcome>,
): RunHandle<Answer> {
  checkSignal('cancel', spec.cancel);
  checkSignal('detach', spec.detach);
  const cancel = new AbortController();
  const detach = new AbortController();
  const queue = new EventQueue<DurableEvent | LiveEvent>();
  const result = runStrategy(
    {
      ...spec,
      cancel: anyOf(cancel.signal, spec.cancel),
      detach: anyOf(detach.signal, spec.detach),
      onEvent: (event) => {
        queue.push(event);
        return spec.onEvent?.(event);
      },
      onLive: (event) => {
        if (event.type !== 'delta' || queue.isRead) queue.push(event);
        return spec.onLive?.(event);
      },
    },
    body,
  ).finally(() => queue.end());
  // Whoever only reads the events must not be told of an unhandled rejection; `result` itself still rejects.
  result.catch(() => {});
  return { events: queue, result, cancel: () => cancel.abort(), detach: () => detach.abort() };
}

function anyOf(own: AbortSignal, given: AbortSignal | undefined): AbortSignal {
  return given ? AbortSignal.any([own, given]) : own;
}

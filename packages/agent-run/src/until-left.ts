import { settle } from '@loopwright/tool-registry';
import { Ended, stop } from './ended.ts';
import type { RunState } from './run-state.ts';

/** The least time that user code gets to unwind, in milliseconds. */
const minGraceMs = 10;

/**
 * Waits for user code. Once the run has ended, is cancelled or left, only while the code has calls in flight and then
 * for `graceMs`: code that never settles can hold a run, but not one that is over.
 *
 * @param joinCalls waits for the calls that the code has in flight and says whether there were any.
 * @throws what the code throws, or the end of the run.
 */
export async function untilLeft<Value>(
  state: RunState,
  run: () => Promise<Value> | Value,
  joinCalls: () => Promise<boolean> = async () => false,
): Promise<Value> {
  const { session, gate, limits } = state;
  const work = Promise.resolve(run());
  let isSettled = false;
  // It may fail while nobody listens, and that it fails late is nobody's business.
  const settled = work.then(
    () => {
      isSettled = true;
    },
    () => {
      isSettled = true;
    },
  );
  await untilOver(Promise.race([settled, gate.whenEnded]), session.signal);
  if (isSettled) return work;
  const timeoutMs = Math.max(limits.graceMs, minGraceMs);
  for (;;) {
    const hadCalls = await joinCalls();
    await settle(() => settled, { timeoutMs });
    if (isSettled) return work;
    if (hadCalls) continue;
    // At the gate it is the end for whatever the code still tries.
    gate.ended ??= session.cancel?.aborted
      ? stop('aborted', 'The run was cancelled, and code of the caller did not end')
      : new Ended({ kind: 'detached' });
    throw gate.ended;
  }
}

async function untilOver(over: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return over;
  if (!signal.aborted) await settle(() => over, { signal });
}

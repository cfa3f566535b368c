import { settle } from '@loopwright/tool-registry';
import { Ended, stop } from './ended.ts';
import type { RunState } from './run-state.ts';

/** The least time that user code gets to unwind, in milliseconds. */
const minGraceMs = 10;

/**
 * Waits for user code. Once the run is cancelled or left, only while it has calls in flight and then for `graceMs`:
 * code that never settles can hold a run, but not one that was told to end.
 *
 * @param joinCalls waits for the calls that the code has in flight and says whether there were any.
 * @throws what the code throws, or the end of the run.
 */
export async function untilLeft<Value>(
  state: RunState,
  run: () => Promise<Value> | Value,
  joinCalls: () => Promise<boolean> = async () => false,
): Promise<Value> {
  const { signal, cancel } = state.session;
  if (!signal) return run();
  const work = Promise.resolve(run());
  // It may fail while nobody listens, and that it fails late is nobody's business.
  work.catch(() => {});
  if (!signal.aborted) {
    const settled = await settle(() => work, { signal });
    if (settled.kind !== 'aborted') return work;
  }
  const timeoutMs = Math.max(state.limits.graceMs, minGraceMs);
  for (;;) {
    const hadCalls = await joinCalls();
    const settled = await settle(() => work, { timeoutMs });
    if (settled.kind !== 'timeout') return work;
    if (hadCalls) continue;
    const text = 'The run was cancelled, and code of the caller did not end';
    // At the gate it is the end for whatever the code still tries.
    state.gate.ended ??= cancel?.aborted ? stop('aborted', text) : new Ended({ kind: 'detached' });
    throw state.gate.ended;
  }
}

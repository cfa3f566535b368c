import { type Json, toJson } from '@loopwright/core-parser';
import { settle } from '@loopwright/tool-registry';
import { leaveIfDetached } from './call-model.ts';
import type { RunState } from './run-state.ts';

/**
 * Runs user code that does I/O inside a stored step: for `callMs` at most, and no longer than until the run is
 * cancelled, so that code that never answers cannot hold the run.
 *
 * @throws what the code throws, or an Error that names the limit.
 */
export async function boundedIo(state: RunState, name: string, run: () => unknown): Promise<Json> {
  const { callMs } = state.limits;
  const { signal } = state.session;
  const settled = await settle(run, { timeoutMs: callMs, ...(signal ? { signal } : {}) });
  switch (settled.kind) {
    case 'value':
      return toJson(settled.value);
    case 'thrown':
      throw settled.error;
    case 'timeout':
      throw new Error(`${name} did not answer within ${callMs} ms`);
    case 'aborted':
      leaveIfDetached(state);
      throw new Error(`${name} was cancelled`);
  }
}

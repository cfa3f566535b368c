import { type Json, toJson } from '@loopwright/core-parser';
import { describeError, settle } from '@loopwright/tool-registry';
import { leaveIfDetached } from './call-model.ts';
import type { RunState } from './run-state.ts';

/** What I/O came to, as it is stored: a failure is an outcome like a value, or a replay would go another way. */
export type IoOutcome =
  | { ok: true; value: Json }
  | { ok: false; type: string; message: string; aborted?: true };

/**
 * Runs user code that does I/O inside a stored step: for `callMs` at most, and no longer than until the run is
 * cancelled, so that code that never answers cannot hold the run. Never rejects but to detach.
 */
export async function boundedIo(
  state: RunState,
  name: string,
  run: () => unknown,
): Promise<IoOutcome> {
  const { callMs } = state.limits;
  const { signal } = state.session;
  const settled = await settle(run, { timeoutMs: callMs, ...(signal ? { signal } : {}) });
  switch (settled.kind) {
    case 'value':
      return { ok: true, value: toJson(settled.value) };
    case 'thrown': {
      const { type, message } = describeError(settled.error);
      return { ok: false, type, message };
    }
    case 'timeout':
      return { ok: false, type: 'Timeout', message: `${name} did not answer within ${callMs} ms` };
    case 'aborted':
      leaveIfDetached(state);
      return { ok: false, type: 'Aborted', message: 'The run was cancelled', aborted: true };
  }
}

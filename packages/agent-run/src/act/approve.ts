import { settle } from '@loopwright/tool-registry';
import { leaveIfDetached } from '../call-model.ts';
import type { ApprovalAnswer, Pending } from '../effect.ts';
import { Ended, isSuspended } from '../ended.ts';
import type { RunState } from '../run-state.ts';
import { refuse } from './admit.ts';
import { cancelledBeforeDecision, denied } from './refusals.ts';
import { openSlots, type Slot } from './slot.ts';

/** Second phase: asks for every decision that the wave needs, all at once. What is not approved does not start. */
export async function approve(state: RunState, slots: readonly Slot[]): Promise<void> {
  const asking = openSlots(slots).filter((slot) => slot.needsApproval);
  if (asking.length === 0) return;
  const asks = asking.map(
    ({ key, call }): Pending => ({ key, call: { tool: call.tool, args: call.args } }),
  );
  const key = `${asking[0]!.key}/approve`;
  const { log } = state.session;
  log.emit(state.path, { type: 'asked', key, asks });
  const callback = state.spec.approve ?? state.session.approve;
  const via = callback ? 'callback' : 'signal';
  const answers = callback
    ? await askCallback(state, callback, key, asks)
    : await waitForSignals(state, asks);
  log.emit(state.path, { type: 'answered', key, via, answers });
  for (const [index, slot] of asking.entries()) {
    const answer = answers[index];
    if (answer?.approved === true) continue;
    state.meter.toolCallsStarted -= 1;
    refuse(state, slot, answer?.cancelled ? cancelledBeforeDecision() : denied(answer?.note));
  }
}

type ApproveCallback = NonNullable<RunState['session']['approve']>;

function askCallback(
  state: RunState,
  callback: ApproveCallback,
  key: string,
  asks: Pending[],
): Promise<ApprovalAnswer[]> {
  const { runtime, signal } = state.session;
  return runtime.step({
    key,
    run: async () => {
      // A copy: whoever decides cannot change what is told of the call.
      const shown = structuredClone(asks);
      const settled = await settle(() => callback(shown), signal ? { signal } : {});
      if (settled.kind === 'aborted') {
        leaveIfDetached(state);
        return asks.map((): ApprovalAnswer => ({ approved: false, cancelled: true }));
      }
      const note = 'the approval could not be asked for';
      const given = settled.kind === 'value' && Array.isArray(settled.value) ? settled.value : [];
      return asks.map((_, index) => toAnswer(given[index]) ?? { approved: false, note });
    },
  });
}

function toAnswer(given: unknown): ApprovalAnswer | undefined {
  if (typeof given === 'boolean') return { approved: given };
  if (typeof given !== 'object' || given === null) return undefined;
  const { approved, note } = given as { approved?: unknown; note?: unknown };
  return { approved: approved === true, ...(typeof note === 'string' ? { note } : {}) };
}

async function waitForSignals(state: RunState, asks: Pending[]): Promise<ApprovalAnswer[]> {
  try {
    const given = await state.session.runtime.waitAll(asks);
    // Whoever answers decides about the call; that the run was cancelled is not theirs to say.
    return given.map((answer) => toAnswer(answer) ?? { approved: false });
  } catch (error) {
    if (isSuspended(error)) throw new Ended({ kind: 'suspended', pending: error.pending });
    throw error;
  }
}

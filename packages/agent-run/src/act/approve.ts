import { settle } from '@loopwright/tool-registry';
import { leaveIfDetached } from '../call-model.ts';
import type { ApprovalAnswer, Pending } from '../effect.ts';
import { Ended, isSuspended } from '../ended.ts';
import type { DurableEventBody } from '../events.ts';
import type { RunState } from '../run-state.ts';
import { shownArguments } from '../shown-arguments.ts';
import { refuse } from './admit.ts';
import { cancelledBeforeDecision, denied } from './refusals.ts';
import { openSlots, type Slot } from './slot.ts';

/** Second phase: asks for every decision that the wave needs, all at once. What is not approved does not start. */
export async function approve(state: RunState, slots: readonly Slot[]): Promise<void> {
  const asking = openSlots(slots).filter((slot) => slot.needsApproval);
  if (asking.length === 0) return;
  const asks = asking.map(
    ({ key, admitted: { tool, args } }): Pending => ({
      key,
      call: { tool: tool.name, args: shownArguments(tool, args) },
    }),
  );
  const key = `${asking[0]!.key}/approve`;
  const { log } = state.session;
  log.emit(state.path, { type: 'asked', key, asks });
  const { answers, via } = await decide(state, key, asks);
  log.emit(state.path, { type: 'answered', key, via, answers });
  for (const [index, slot] of asking.entries()) {
    const answer = answers[index];
    if (answer?.approved === true) continue;
    state.meter.countToolCall(-1);
    refuse(state, slot, answer?.cancelled ? cancelledBeforeDecision() : denied(answer?.note));
  }
}

type Decision = Pick<Extract<DurableEventBody, { type: 'answered' }>, 'answers' | 'via'>;

async function decide(state: RunState, key: string, asks: Pending[]): Promise<Decision> {
  const callback = state.spec.approve ?? state.session.approve;
  if (callback) return { answers: await askCallback(state, callback, key, asks), via: 'callback' };
  return { answers: await waitForSignals(state, asks), via: 'signal' };
}

function cancelledAnswer(): ApprovalAnswer {
  return { approved: false, cancelled: true };
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
        return asks.map(cancelledAnswer);
      }
      const isAnswered = settled.kind === 'value';
      const note = isAnswered
        ? 'approve must give a list with one answer for each call'
        : 'the approval could not be asked for';
      const given = isAnswered && Array.isArray(settled.value) ? settled.value : [];
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
    return given.map((answer) => (answer.cancelled ? cancelledAnswer() : readAnswer(answer)));
  } catch (error) {
    if (!isSuspended(error)) throw error;
    // A run that is cancelled while it waits needs no decision any more.
    if (state.session.cancel?.aborted) return asks.map(cancelledAnswer);
    throw new Ended({ kind: 'suspended', pending: error.pending });
  }
}

function readAnswer(given: unknown): ApprovalAnswer {
  return toAnswer(given) ?? { approved: false };
}

import type { RunState } from '../run-state.ts';
import { shownArguments } from '../shown-arguments.ts';
import { effectStatus, type Settled, type Slot } from './slot.ts';

/**
 * Last phase of every call: writes its counts, its ledger line and its event. Calls of tools are booked together, in
 * call order, and before the sub-agents of the wave run, who must know what has already happened.
 */
export function book(state: RunState, slots: readonly Slot[]): void {
  for (const slot of slots) {
    if (slot.settled) bookOne(state, slot, slot.settled);
  }
}

function bookOne(state: RunState, slot: Slot, settled: Settled): void {
  const { meter, session } = state;
  // From here on it is a record: guards and tools' callers read it, nobody changes it.
  Object.freeze(settled.observation);
  const { observation, via, outcome, attempts, ms, inputDigest, effectId, cancelled } = settled;
  const { key, call, identity, admitted } = slot;
  if (via === 'refused') meter.toolCalls.refused += 1;
  else if (via === 'reused') meter.toolCalls.reused += 1;
  else if (observation.ok) meter.toolCalls.ok += 1;
  else meter.toolCalls.failed += 1;
  if (cancelled || (!observation.ok && observation.error.code === 'aborted')) {
    state.interrupted = true;
  }
  const effect =
    identity && via !== 'reused'
      ? session.ledger.book({
          identity: effectId ? { ...identity, id: effectId } : identity,
          tool: call.tool,
          args: shownArguments(admitted?.tool, admitted?.args),
          key,
          status: effectStatus(outcome),
          observation,
        })
      : undefined;
  session.log.emit(state.path, {
    type: 'tool',
    key,
    call,
    observation,
    via,
    outcome,
    ...(effect ? { effect } : {}),
    ...(inputDigest ? { inputDigest } : {}),
    ...(cancelled ? { cancelled } : {}),
    attempts,
    ms,
  });
}

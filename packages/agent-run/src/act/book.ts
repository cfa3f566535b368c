import type { Observation } from '@loopwright/tool-registry';
import type { RunState } from '../run-state.ts';
import { effectStatus, type Settled, type Slot } from './slot.ts';

/** Last phase: writes counts, ledger lines and events, in call order, and gives one observation for each call. */
export function book(state: RunState, slots: readonly Slot[]): Observation[] {
  return slots.map((slot) => bookOne(state, slot, slot.settled!));
}

function bookOne(state: RunState, slot: Slot, settled: Settled): Observation {
  const { meter, session } = state;
  const { observation, via, outcome, attempts, ms, inputDigest, effectId, cancelled } = settled;
  const { key, call, identity } = slot;
  if (via === 'refused') meter.toolCalls.refused += 1;
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
          args: call.args,
          key,
          status: effectStatus(outcome, observation.ok),
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
  return observation;
}

import type { Admission, Call, Execution, Observation } from '@loopwright/tool-registry';
import type { Effect } from '../effect.ts';
import type { ToolEventBody } from '../events.ts';
import type { Identity } from '../ledger.ts';

type Admitted = Extract<Admission, { ok: true }>;

/** One call of a wave on its way through the five phases of `act`. */
export type Slot = {
  readonly key: string;
  readonly call: Call;
  /** Set when the registry let the call in. */
  admitted?: Admitted;
  /** Set for calls with effects. */
  identity?: Identity;
  needsApproval: boolean;
  /** Set by the phase that settles the call; later phases leave it alone. */
  settled?: Settled;
};

/** What is stored of a call. */
export type StoredExecution = Execution & {
  /** Stored and not made again: in a fork it would name the wrong session. */
  effectId?: string;
  /** The run was cancelled while the call ran. */
  cancelled?: true;
};

/** How a call came out. */
export type Settled = StoredExecution & {
  via: ToolEventBody['via'];
  inputDigest?: string;
};

/** A slot that is let in and not settled: it will be performed. */
export type OpenSlot = Slot & { admitted: Admitted };

export function openSlots(slots: readonly Slot[]): OpenSlot[] {
  return slots.filter((slot): slot is OpenSlot => slot.admitted !== undefined && !slot.settled);
}

export function settleWithout(slot: Slot, via: Settled['via'], observation: Observation): void {
  slot.settled = { via, observation, outcome: 'not_started', attempts: 0, ms: 0 };
}

/** What was done stays done, also when its result could not be shown. */
export function effectStatus(outcome: Execution['outcome']): Effect['status'] {
  return outcome === 'done' ? 'committed' : outcome;
}

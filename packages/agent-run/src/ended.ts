import type { Json } from '@loopwright/core-parser';
import type { Pending } from './effect.ts';
import type { StopReason } from './ends.ts';
import type { OutcomeCause } from './run-spec.ts';

/** Why control leaves a strategy's body. */
export type End =
  | { kind: 'stop'; stopReason: StopReason; text: string; answer?: Json; cause?: OutcomeCause }
  | { kind: 'suspended'; pending: Pending[] }
  | { kind: 'detached' };

/**
 * Control flow, not a failure: thrown by the methods of a run when it is over. A strategy never catches it; if user
 * code does, every later call throws the same one again.
 */
export class Ended extends Error {
  readonly end: End;

  constructor(end: End) {
    super(end.kind === 'stop' ? `The run ended: ${end.text}` : `The run is ${end.kind}`);
    this.name = 'Ended';
    this.end = end;
  }
}

export function stop(stopReason: StopReason, text: string, cause?: OutcomeCause): Ended {
  return new Ended({ kind: 'stop', stopReason, text, ...(cause ? { cause } : {}) });
}

const suspendedMark = Symbol.for('@loopwright/agent-run/suspended');

/** What a runtime's `waitAll` throws when the decisions are not there yet. */
export function suspended(pending: readonly Pending[]): Error {
  const keys = pending.map((ask) => ask.key).join(', ');
  return Object.assign(new Error(`Waiting for a decision about ${keys}`), {
    name: 'Suspended',
    pending: [...pending],
    [suspendedMark]: true,
  });
}

export function isSuspended(error: unknown): error is Error & { pending: Pending[] } {
  return typeof error === 'object' && error !== null && suspendedMark in error;
}

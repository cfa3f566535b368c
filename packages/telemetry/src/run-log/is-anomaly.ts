import type { DurableEvent } from '@loopwright/agent-run';
import { findingOf } from '../finding-of.ts';

/**
 * Whether an event tells of a failure or of something unusual, so that its session is kept whatever the sample: a flag, a
 * verdict that stops or flags or, if only as a hint, finds a loop, a stall or a drift, a note of a guard or an advisor, a model
 * call or a tool call that failed or needed another attempt, a refused one, a decision that was asked for, an effect that may
 * have happened, a new plan, a way back to a checkpoint, and any end but solved, of a sub-agent too.
 */
export function isAnomaly(event: DurableEvent): boolean {
  switch (event.type) {
    case 'flag':
      return true;
    case 'note':
      return event.name === 'replan' || event.name === 'restore';
    case 'model':
      return event.error !== undefined || event.attempts > 1;
    // Whoever waits for a decision is written as far as the run came, so the life that goes on must be, too.
    case 'asked':
      return true;
    case 'tool':
      return (
        event.attempts > 1 ||
        !event.observation.ok ||
        event.outcome === 'unknown' ||
        event.effect?.status === 'unknown'
      );
    case 'step':
      return (
        event.step.notes.length > 0 ||
        event.step.observations.some(({ ok }) => !ok) ||
        event.step.verdicts.some(
          (verdict) =>
            verdict.kind === 'stop' || verdict.kind === 'flag' || findingOf(verdict) !== undefined,
        )
      );
    case 'finished':
      return (
        event.result.status !== 'solved' ||
        event.result.flags.length > 0 ||
        event.result.effects.some(({ status }) => status === 'unknown')
      );
    default:
      return false;
  }
}

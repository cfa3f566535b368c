import type { GuardFactory } from '@loopwright/agent-run';
import { type DeferrableStop, deferStops } from '../deferred-stops.ts';
import type { Pursuit } from './pursuit.ts';

/** Ends after which a run goes back, if it can. */
export type Turning = Exclude<DeferrableStop, 'no_progress'>;

/**
 * Which ends by guards do not end a goal run at once: a loop or a drift, where it can go back, and whatever comes in the step
 * that completed the goal, as the answer is there (R17).
 */
export class StopDeferral {
  #isCompleted = false;
  #canGoBack = false;

  /** To be called before anything is judged. */
  begin(canGoBack: boolean): void {
    this.#canGoBack = canGoBack;
  }

  /** To be called before a step is judged. */
  update({ graph }: Pursuit): void {
    this.#isCompleted = graph.status === 'completed';
  }

  wrap(guards: readonly GuardFactory[]): GuardFactory[] {
    return deferStops(
      guards,
      (stopReason) => this.#isCompleted || (this.#canGoBack && stopReason !== 'no_progress'),
    );
  }
}

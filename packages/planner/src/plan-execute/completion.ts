import type { GuardFactory, Step } from '@loopwright/agent-run';
import { deferStops } from '../deferred-stops.ts';

/**
 * Knows the step that completes a plan: a loop, a drift or missing progress found there does not take away the answer that is
 * there (R17).
 */
export class Completion {
  /** Steps of the run before the plan. */
  #start = 0;
  /** Steps of the plan. */
  #size = 0;

  /** To be called before a plan is performed. */
  begin({ start, size }: { start: number; size: number }): void {
    this.#start = start;
    this.#size = size;
  }

  wrap(guards: readonly GuardFactory[]): GuardFactory[] {
    return deferStops(guards, (_, step, before) => this.#isCompletedBy(step, before));
  }

  #isCompletedBy(step: Step, before: readonly Step[]): boolean {
    const observations = [...before.slice(this.#start), step].flatMap((each) => each.observations);
    return observations.length === this.#size && observations.every(({ ok }) => ok);
  }
}

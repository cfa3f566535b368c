import { requireInteger, requireKnownOptions } from '@loopwright/core-parser/option-checks';
import { progressDefaults } from './defaults.ts';

export type ProgressDetectorOptions = {
  /** Iterations in a row without a milestone that count as stuck. Default 5. */
  readonly patience?: number | undefined;
  /** Further iterations without a milestone after which the grace is over; 0: at once. Default 2. */
  readonly stallGrace?: number | undefined;
};

/**
 * `sinceMilestone` counts the iterations since the last milestone, or since the start when there was none. Someone
 * should look at a `stuck` run; one with `graceOver` should end.
 */
export type ProgressState = {
  readonly stuck: boolean;
  readonly sinceMilestone: number;
  readonly graceOver?: true;
};

/** Counts iterations without a milestone (L4), for use outside a run. One detector belongs to one run. */
export class ProgressDetector {
  readonly #patience: number;
  readonly #stallGrace: number;
  #sinceMilestone = 0;

  /** Throws `invalid_options` for unknown options, a `patience` below 1, a `stallGrace` below 0, and fractions. */
  constructor(options: ProgressDetectorOptions = {}) {
    const { patience, stallGrace } = progressDefaults;
    requireKnownOptions(options, { patience: true, stallGrace: true });
    this.#patience = requireInteger('patience', options.patience ?? patience, 1);
    this.#stallGrace = requireInteger('stallGrace', options.stallGrace ?? stallGrace, 0);
  }

  /** Records one iteration and returns the state after it. */
  recordIteration(iteration: { readonly milestone: boolean }): ProgressState {
    this.#sinceMilestone = iteration.milestone ? 0 : this.#sinceMilestone + 1;
    return this.check();
  }

  /** The present state; records nothing. */
  check(): ProgressState {
    const sinceMilestone = this.#sinceMilestone;
    const isGraceOver = sinceMilestone >= this.#patience + this.#stallGrace;
    return {
      stuck: sinceMilestone >= this.#patience,
      sinceMilestone,
      ...(isGraceOver ? { graceOver: true } : {}),
    };
  }

  /** Forgets everything, for a new run. */
  reset(): void {
    this.#sinceMilestone = 0;
  }
}

import { progressDefaults } from './defaults.ts';
import { requireInteger, requireKnownOptions } from './invalid-options.ts';

export type ProgressDetectorOptions = {
  /** Iterations in a row without a milestone that count as stuck. Default 5. */
  readonly patience?: number;
};

/** `sinceMilestone` counts the iterations since the last milestone, or since the start when there was none. */
export type ProgressState = { readonly stuck: boolean; readonly sinceMilestone: number };

/** Counts iterations without a milestone (L4), for use outside a run. One detector belongs to one run. */
export class ProgressDetector {
  readonly #patience: number;
  #sinceMilestone = 0;

  /** Throws `invalid_options` for unknown options and unless `patience` is an integer of at least 1. */
  constructor(options: ProgressDetectorOptions = {}) {
    requireKnownOptions(options, { patience: true });
    this.#patience = requireInteger('patience', options.patience ?? progressDefaults.patience, 1);
  }

  /** Records one iteration and returns the state after it. */
  recordIteration(iteration: { readonly milestone: boolean }): ProgressState {
    this.#sinceMilestone = iteration.milestone ? 0 : this.#sinceMilestone + 1;
    return this.check();
  }

  /** The present state; records nothing. */
  check(): ProgressState {
    return {
      stuck: this.#sinceMilestone >= this.#patience,
      sinceMilestone: this.#sinceMilestone,
    };
  }

  /** Forgets everything, for a new run. */
  reset(): void {
    this.#sinceMilestone = 0;
  }
}

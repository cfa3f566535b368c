/** When a repetition is a hint and when it ends the run. */
export type LoopThresholds = {
  /** Steps looked back upon. The longest period that can be seen is `floor(windowSize / stopAfterCycles)`. */
  readonly windowSize: number;
  /** Steps in a row that are equal, or that fail in the same way whatever they call, that give a hint. */
  readonly hintAfterRepeats: number;
  /** Equal steps in a row that end the run. */
  readonly stopAfterRepeats: number;
  /** Rounds of a cycle of two or more different steps that give a hint. */
  readonly hintAfterCycles: number;
  /** Rounds of a cycle of two or more different steps that end the run. */
  readonly stopAfterCycles: number;
  /**
   * Steps in a row, each of which repeats some earlier step of the run, result included, that give a hint: a step taken
   * again right away is left to `hintAfterRepeats`. Has no effect when results are not compared.
   */
  readonly hintAfterRevisits: number;
  /**
   * Steps in a row without anything new that end the run at a step made for the third time with the same result: they
   * repeat earlier steps, at least two of them, or fail as earlier ones did, and reach back to its second time at least.
   * This sees loops of any shape, also beyond the window. Has no effect when results are not compared.
   */
  readonly stopAfterRevisits: number;
};

/**
 * Named thresholds of {@link loopGuard}. `strict` ends loops early where calls cost money; `relaxed` leaves room for
 * tools that fail now and then and are rightly tried again.
 */
export const loopPresets = {
  strict: {
    windowSize: 4,
    hintAfterRepeats: 2,
    stopAfterRepeats: 3,
    hintAfterCycles: 2,
    stopAfterCycles: 2,
    hintAfterRevisits: 1,
    stopAfterRevisits: 3,
  },
  default: {
    windowSize: 6,
    hintAfterRepeats: 3,
    stopAfterRepeats: 4,
    hintAfterCycles: 2,
    stopAfterCycles: 2,
    hintAfterRevisits: 1,
    stopAfterRevisits: 3,
  },
  relaxed: {
    windowSize: 10,
    hintAfterRepeats: 4,
    stopAfterRepeats: 6,
    hintAfterCycles: 2,
    stopAfterCycles: 3,
    hintAfterRevisits: 2,
    stopAfterRevisits: 5,
  },
} as const satisfies Record<string, LoopThresholds>;

/** Defaults of {@link LoopDetector}. */
export const loopDetectorDefaults = {
  windowSize: 6,
  minRepeats: 4,
  minCycles: 2,
  resultAware: false,
} as const;

/** Defaults of {@link progressGuard} and {@link ProgressDetector}, in steps. */
export const progressDefaults = { patience: 5, stallGrace: 2 } as const;

/** Defaults of {@link errorLimitGuard}, in steps. */
export const errorLimitDefaults = { maxConsecutiveErrors: 3 } as const;

/**
 * Defaults of {@link detectGoalDrift}: the latest `windowSize` actions are looked at, of which there must be
 * `minActions`; `threshold` is a relevance from 0 to 1.
 */
export const driftDefaults = { windowSize: 5, minActions: 1, threshold: 0.4 } as const;

/** Defaults of {@link driftGuard}, which waits for more actions than the function; `driftGrace` is in steps. */
export const driftGuardDefaults = {
  ...driftDefaults,
  minActions: 3,
  compare: 'actions',
  onDrift: 'flag',
  driftGrace: 2,
} as const;

import type { JsonObject } from '@loopwright/core-parser';
import { loopDetectorDefaults } from './defaults.ts';
import { digestOf } from './digest-of.ts';
import { findLoop } from './find-loop.ts';
import { requireInteger, requireKnownOptions, requireOneOf } from './invalid-options.ts';
import type { SignatureOptions } from './signature.ts';
import { actionDigest, displaySignature } from './signature.ts';

export type LoopDetectorOptions = SignatureOptions & {
  /** Actions looked back upon. The longest period that can be seen is `floor(windowSize / minCycles)`. Default 6. */
  readonly windowSize?: number;
  /** Equal actions in a row that count as a loop. Default 4. */
  readonly minRepeats?: number;
  /** Rounds of a cycle of two or more different actions that count as a loop. Default 2. */
  readonly minCycles?: number;
  /** Whether actions whose recorded observations differ are different. Default false. */
  readonly resultAware?: boolean;
};

const optionNames = {
  windowSize: true,
  minRepeats: true,
  minCycles: true,
  resultAware: true,
  signatures: true,
  sensitive: true,
} satisfies Record<keyof LoopDetectorOptions, true>;

/** An action of an agent. */
export type DetectedAction = { readonly name: string; readonly parameters: JsonObject };

/** `loopPattern` holds display signatures such as `search(q=same)`; it is for people, not for comparison. */
export type LoopDetectorState = {
  readonly loopDetected: boolean;
  readonly loopPattern?: readonly string[];
  readonly kind?: 'repeat' | 'cycle';
  readonly repeats?: number;
  readonly text?: string;
};

type Entry = { readonly action: string; readonly display: string; result?: string };

/**
 * Detects that the latest actions repeat a pattern (L1, L2), for use outside a run; inside one use `loopGuard`. Keeps
 * `windowSize` digests, whatever the size of the arguments. One detector belongs to one run.
 */
export class LoopDetector {
  readonly #options: LoopDetectorOptions;
  readonly #windowSize: number;
  readonly #minRepeats: number;
  readonly #minCycles: number;
  readonly #resultAware: boolean;
  #entries: Entry[] = [];

  /** Throws `invalid_options` for unknown options and for counts that are no integers or that the window can never hold. */
  constructor(options: LoopDetectorOptions = {}) {
    const { windowSize, minRepeats, minCycles, resultAware } = loopDetectorDefaults;
    requireKnownOptions(options, optionNames);
    this.#options = options;
    this.#windowSize = requireInteger('windowSize', options.windowSize ?? windowSize, 2);
    this.#minRepeats = requireInteger(
      'minRepeats',
      options.minRepeats ?? Math.min(minRepeats, this.#windowSize),
      2,
      this.#windowSize,
    );
    this.#minCycles = requireInteger('minCycles', options.minCycles ?? minCycles, 2);
    this.#resultAware = requireOneOf('resultAware', options.resultAware ?? resultAware, [
      true,
      false,
    ]);
  }

  /** Records an action and returns the state after it. Never throws, whatever the parameters hold. */
  recordAction(action: DetectedAction): LoopDetectorState {
    this.#entries.push({
      action: actionDigest(action.name, action.parameters, this.#options),
      display: displaySignature(action.name, action.parameters, this.#options),
    });
    if (this.#entries.length > this.#windowSize) this.#entries.shift();
    return this.check();
  }

  /**
   * Records what the latest such action returned and returns the state after it. Counts only when `resultAware` is
   * on; an action without a recorded observation is compared by its signature alone.
   */
  recordObservation(action: DetectedAction, observation: unknown): LoopDetectorState {
    const wanted = actionDigest(action.name, action.parameters, this.#options);
    const entry = this.#entries.findLast((candidate) => candidate.action === wanted);
    if (entry !== undefined) entry.result = digestOf(observation);
    return this.check();
  }

  /** The present state; records nothing. */
  check(): LoopDetectorState {
    const loop = findLoop(this.#entries, {
      minRepeats: this.#minRepeats,
      minCycles: this.#minCycles,
      matches: (a, b) => this.#matches(a, b),
    });
    if (loop === undefined) return { loopDetected: false };
    const loopPattern = this.#entries.slice(-loop.period).map((entry) => entry.display);
    const text = `${loopPattern.join(', ')}: ${loop.repeats} times in a row.`;
    return {
      loopDetected: true,
      loopPattern,
      kind: loop.period === 1 ? 'repeat' : 'cycle',
      repeats: loop.repeats,
      text,
    };
  }

  /** Display signatures of the actions in the window, oldest first. */
  history(): readonly string[] {
    return this.#entries.map((entry) => entry.display);
  }

  /** Forgets everything, for a new run. */
  reset(): void {
    this.#entries = [];
  }

  #matches(a: Entry, b: Entry): boolean {
    if (a.action !== b.action) return false;
    if (!this.#resultAware || a.result === undefined || b.result === undefined) return true;
    return a.result === b.result;
  }
}

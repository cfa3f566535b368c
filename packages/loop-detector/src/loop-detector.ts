import type { Json, JsonObject } from '@loopwright/core-parser';
import { canonicalJson } from '@loopwright/core-parser';
import {
  requireInteger,
  requireKnownOptions,
  requireOneOf,
} from '@loopwright/core-parser/option-checks';
import { loopDetectorDefaults } from './defaults.ts';
import type { ReadResult } from './digests.ts';
import { readResult } from './digests.ts';
import type { FoundLoop } from './find-loop.ts';
import { findLoop } from './find-loop.ts';
import type { LoopCause } from './loop-report.ts';
import { loopCause, loopText } from './loop-report.ts';
import type { SignatureOptions } from './signature.ts';
import { actionDigest, readAction } from './signature.ts';
import { requireSignatureOptions } from './signature-options.ts';
import { createIsCompared } from './step-signature.ts';

export type LoopDetectorOptions = SignatureOptions & {
  /** Actions looked back upon. The longest period that can be seen is `floor(windowSize / minCycles)`. Default 6. */
  readonly windowSize?: number | undefined;
  /** Equal actions in a row that count as a loop. Default 4. */
  readonly minRepeats?: number | undefined;
  /** Rounds of a cycle of two or more different actions that count as a loop. Default 2. */
  readonly minCycles?: number | undefined;
  /** Whether actions whose recorded observations differ are different. Default false. */
  readonly resultAware?: boolean | undefined;
};

const optionNames = {
  windowSize: true,
  minRepeats: true,
  minCycles: true,
  resultAware: true,
  signatures: true,
  results: true,
  sensitive: true,
  repeatable: true,
} satisfies Record<keyof LoopDetectorOptions, true>;

/** An action of an agent; without `parameters` it has none. */
export type DetectedAction = {
  readonly name: string;
  readonly parameters?: JsonObject | undefined;
};

/**
 * `loopPattern` holds display signatures such as `search(q=same)`; it is for people, not for comparison. `cause` says
 * why the actions repeat (L6); it is there when the observations of the pattern were recorded and came back unchanged.
 */
export type LoopDetectorState = {
  readonly loopDetected: boolean;
  readonly loopPattern?: readonly string[];
  readonly kind?: 'repeat' | 'cycle';
  readonly repeats?: number;
  readonly cause?: LoopCause;
  readonly text?: string;
};

type Entry = {
  readonly digest: string;
  readonly display: () => string;
  result?: ReadResult;
};

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
  readonly #isCompared: (call: { readonly tool: string }) => boolean;
  #entries: Entry[] = [];
  #latest: DetectedAction | undefined;

  /** Throws `invalid_options` for unknown options and for counts that are no integers or that the window can never hold. */
  constructor(options: LoopDetectorOptions = {}) {
    const { windowSize, minRepeats, minCycles, resultAware } = loopDetectorDefaults;
    requireKnownOptions(options, optionNames);
    requireSignatureOptions(options);
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
    this.#isCompared = createIsCompared(options);
  }

  /**
   * Records an action and returns the state after it. Actions of repeatable tools are not recorded. Never throws,
   * whatever the parameters hold.
   */
  recordAction(action: DetectedAction): LoopDetectorState {
    const { name, parameters } = action;
    if (!this.#isCompared({ tool: name })) return this.check();
    this.#entries.push(readAction(name, parameters ?? {}, this.#options));
    if (this.#entries.length > this.#windowSize) this.#entries.shift();
    this.#latest = action;
    return this.check();
  }

  /**
   * Records what the latest such action returned, and with `ok` false that it failed; returns the state after it. Whether
   * a loop is detected depends on it only when `resultAware` is on; an action without a recorded observation is compared
   * by its signature alone.
   */
  recordObservation(action: DetectedAction, observation: unknown, ok = true): LoopDetectorState {
    const entry = this.#entryOf(action);
    if (entry === undefined) return this.check();
    const text = ok ? '' : textOf(observation);
    entry.result = readResult({ tool: action.name, ok, text, value: observation }, this.#options);
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
    const { period, repeats } = loop;
    const loopPattern = this.#entries.slice(-period).map((entry) => entry.display());
    const kind = period === 1 ? 'repeat' : 'cycle';
    const cause = this.#causeOf(loop);
    const state = { loopDetected: true, loopPattern, kind, repeats } as const;
    if (cause === undefined) {
      return { ...state, text: `${loopPattern.join(', ')}: ${repeats} times in a row.` };
    }
    return { ...state, cause, text: loopText({ kind, pattern: loopPattern, repeats, cause }) };
  }

  /** Display signatures of the actions in the window, oldest first. */
  history(): readonly string[] {
    return this.#entries.map((entry) => entry.display());
  }

  /** Forgets everything, for a new run. */
  reset(): void {
    this.#entries = [];
    this.#latest = undefined;
  }

  #entryOf(action: DetectedAction): Entry | undefined {
    if (action === this.#latest) return this.#entries.at(-1);
    const wanted = actionDigest(action.name, action.parameters ?? {}, this.#options);
    return this.#entries.findLast((entry) => entry.digest === wanted);
  }

  /** Known when the results of the whole loop are, and each is that of the round before. */
  #causeOf({ period, repeats }: FoundLoop): LoopCause | undefined {
    const entries = this.#entries.slice(-period * repeats);
    const results = entries.map(({ result }) => result);
    const isUnchanged = results.every(
      (result, at) =>
        result !== undefined && result.digest === results[at < period ? at : at - period]?.digest,
    );
    const known = results.filter((result) => result !== undefined);
    return isUnchanged ? loopCause(known.slice(-period), period) : undefined;
  }

  #matches(a: Entry, b: Entry): boolean {
    if (a.digest !== b.digest) return false;
    if (!this.#resultAware || a.result === undefined || b.result === undefined) return true;
    return a.result.digest === b.result.digest;
  }
}

function textOf(observation: unknown): string {
  return typeof observation === 'string' ? observation : canonicalJson(observation as Json);
}

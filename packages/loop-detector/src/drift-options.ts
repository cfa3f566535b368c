import { requireInteger } from '@loopwright/core-parser/option-checks';
import { driftDefaults } from './defaults.ts';
import { requireFraction, requireType } from './invalid-options.ts';

/** What a run is for. Actions that serve a remaining subgoal serve the goal. */
export type DriftGoalState = {
  readonly goal: string;
  readonly remainingSubgoals?: readonly string[] | undefined;
};

/** How much an action has to do with a goal, from 0 to 1. Must be a pure function of its arguments. */
export type Similarity = (goal: string, action: string) => number;

export type DriftOptions = {
  /** Latest actions that count. Default 5. */
  readonly windowSize?: number | undefined;
  /** Below this number of actions nothing is said. Default 1; 3 in `driftGuard`. */
  readonly minActions?: number | undefined;
  /** Mean relevance below which the actions have drifted, from 0 to 1. Default 0.4. */
  readonly threshold?: number | undefined;
  /** Replaces the weighted focus terms, for instance by embeddings computed beforehand. */
  readonly similarity?: Similarity | undefined;
};

/** The names of the options, for what passes them on. */
export const driftOptionNames = {
  windowSize: true,
  minActions: true,
  threshold: true,
  similarity: true,
} satisfies Record<keyof DriftOptions, true>;

/** Counts and threshold of a judgement of drift, all of them given. */
export type DriftThresholds = {
  readonly windowSize: number;
  readonly minActions: number;
  readonly threshold: number;
};

/** Fills in the defaults and refuses numbers out of range. */
export function checkedDriftOptions(
  options: DriftOptions,
  defaults: DriftThresholds = driftDefaults,
): DriftThresholds {
  requireType('similarity', options.similarity, 'function');
  const windowSize = requireInteger('windowSize', options.windowSize ?? defaults.windowSize, 1);
  const minActions = options.minActions ?? Math.min(defaults.minActions, windowSize);
  return {
    windowSize,
    minActions: requireInteger('minActions', minActions, 1, windowSize),
    threshold: requireFraction('threshold', options.threshold ?? defaults.threshold),
  };
}

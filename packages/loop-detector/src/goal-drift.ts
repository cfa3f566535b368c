import { driftDefaults } from './defaults.ts';
import type { FocusTerms } from './focus-terms.ts';
import { focusTermsOf, hasTopic, relevanceOf } from './focus-terms.ts';
import { requireFraction, requireInteger, requireKnownOptions } from './invalid-options.ts';

/** What a run is for. Actions that serve a remaining subgoal serve the goal. */
export type DriftGoalState = {
  readonly goal: string;
  readonly remainingSubgoals?: readonly string[];
};

/** How much an action has to do with a goal, from 0 to 1. Must be a pure function of its arguments. */
export type Similarity = (goal: string, action: string) => number;

export type DriftOptions = {
  /** Latest actions that count. Default 5. */
  readonly windowSize?: number;
  /** Below this number of actions nothing is said. Default 1; 3 in `driftGuard`. */
  readonly minActions?: number;
  /** Mean relevance below which the actions have drifted, from 0 to 1. Default 0.4. */
  readonly threshold?: number;
  /** Replaces the weighted focus terms, for instance by embeddings computed beforehand. */
  readonly similarity?: Similarity;
};

/** The names of the options, for what passes them on. */
export const driftOptionNames = {
  windowSize: true,
  minActions: true,
  threshold: true,
  similarity: true,
} satisfies Record<keyof DriftOptions, true>;

/** What the judgement rests on: the terms with their weights, and every action with its relevance. */
export type DriftEvidence = {
  readonly focusTerms: Readonly<Record<string, number>>;
  readonly actions: readonly { readonly action: string; readonly relevance: number }[];
};

/** `relevance` is the mean over the window, 1 when there was nothing to judge. */
export type DriftState = {
  readonly driftDetected: boolean;
  readonly relevance: number;
  readonly evidence: DriftEvidence;
};

/**
 * Says whether recent actions have left the goal (L5): their mean relevance over a window is too low. An action counts
 * by the weight of the goal's terms that it mentions, so one shared word is not enough when it only qualifies what was
 * asked; actions without a topic, such as a calculation, do not count. A heuristic made for English: take it as a
 * reason to look, not as a verdict. Throws `invalid_options` for unknown options and numbers out of range.
 */
export function detectGoalDrift(
  goalState: DriftGoalState,
  recentActions: readonly string[],
  options: DriftOptions = {},
): DriftState {
  requireKnownOptions(options, driftOptionNames);
  const { windowSize, minActions, threshold } = checkedDriftOptions(options);
  const scored = scoreAll(goalState, recentActions, windowSize, options.similarity);
  const sum = scored.actions.reduce((total, { relevance }) => total + relevance, 0);
  const relevance = scored.actions.length === 0 ? 1 : sum / scored.actions.length;
  const judged = scored.judgeable && scored.actions.length >= minActions;
  return { driftDetected: judged && relevance < threshold, relevance, evidence: scored.evidence };
}

/**
 * The rule for open-ended goals (L7): drift when each of the last `windowSize` observations is irrelevant to the goal.
 * One relevant observation, or fewer than `windowSize`, is no drift; `minActions` has no effect here.
 */
export function detectObservationDrift(
  goalState: DriftGoalState,
  recentObservations: readonly string[],
  options: DriftOptions = {},
): DriftState {
  requireKnownOptions(options, driftOptionNames);
  const { windowSize, threshold } = checkedDriftOptions(options);
  const scored = scoreAll(goalState, recentObservations, windowSize, options.similarity);
  const relevance = Math.max(0, ...scored.actions.map((action) => action.relevance));
  const judged = scored.judgeable && scored.actions.length >= windowSize;
  return {
    driftDetected: judged && relevance < threshold,
    relevance: scored.actions.length === 0 ? 1 : relevance,
    evidence: scored.evidence,
  };
}

/** Fills in the defaults and refuses numbers out of range. */
export function checkedDriftOptions(
  options: DriftOptions,
  defaults: {
    readonly windowSize: number;
    readonly minActions: number;
    readonly threshold: number;
  } = driftDefaults,
) {
  const windowSize = requireInteger('windowSize', options.windowSize ?? defaults.windowSize, 1);
  const minActions = options.minActions ?? Math.min(defaults.minActions, windowSize);
  return {
    windowSize,
    minActions: requireInteger('minActions', minActions, 1, windowSize),
    threshold: requireFraction('threshold', options.threshold ?? defaults.threshold),
  };
}

function scoreAll(
  goalState: DriftGoalState,
  texts: readonly string[],
  windowSize: number,
  similarity: Similarity | undefined,
) {
  const goals = [goalState.goal, ...(goalState.remainingSubgoals ?? [])];
  const terms = goals.map(focusTermsOf);
  const counted = similarity === undefined ? texts.filter(hasTopic) : texts;
  const actions = counted.slice(-windowSize).map((action) => ({
    action,
    relevance: Math.max(
      ...goals.map((goal, at) => relevance(goal, action, terms[at]!, similarity)),
    ),
  }));
  const focusTerms: Readonly<Record<string, number>> = Object.fromEntries(terms[0]!);
  const judgeable = similarity !== undefined || terms.some((term) => term.size > 0);
  return { actions, judgeable, evidence: { focusTerms, actions } };
}

function relevance(
  goal: string,
  action: string,
  terms: FocusTerms,
  similarity: Similarity | undefined,
): number {
  if (similarity === undefined) return relevanceOf(action, terms);
  const value = similarity(goal, action);
  // A similarity that is not a number says nothing, and nothing is no reason to call it drift.
  return Number.isNaN(value) ? 1 : Math.min(1, Math.max(0, value));
}

import type { DriftGoalState, DriftThresholds, Similarity } from './drift-options.ts';
import { createRelevanceToGoal } from './relevance-to-goal.ts';

/** An action, or an observation, with its relevance to the goal from 0 to 1. */
export type ScoredAction = { readonly action: string; readonly relevance: number };

/** What the judgement rests on: the terms with their weights, and every action with its relevance. */
export type DriftEvidence = {
  readonly focusTerms: Readonly<Record<string, number>>;
  readonly actions: readonly ScoredAction[];
};

/** `relevance` is the mean over the window, of observations the highest; 1 when there was nothing to judge. */
export type DriftState = {
  readonly driftDetected: boolean;
  readonly relevance: number;
  readonly evidence: DriftEvidence;
};

/** What is compared with the goal: the calls (L5), or what they returned (L7). */
export type DriftComparison = 'actions' | 'observations';

export type DriftJudge = {
  /** The window after one more text: each text is read once. A text without a topic leaves it as it is. */
  add(window: readonly ScoredAction[], text: string): readonly ScoredAction[];
  judge(window: readonly ScoredAction[]): DriftState;
};

/** Makes a judge of one goal. */
export function createDriftJudge(
  goalState: DriftGoalState,
  compare: DriftComparison,
  { windowSize, minActions, threshold }: DriftThresholds,
  similarity: Similarity | undefined,
): DriftJudge {
  const { focusTerms, isKnown, of } = createRelevanceToGoal(goalState, similarity);
  const enough = compare === 'actions' ? minActions : windowSize;
  return {
    add(window, text) {
      const relevance = of(text);
      return relevance === undefined
        ? window
        : [...window, { action: text, relevance }].slice(-windowSize);
    },
    judge(actions) {
      const all = actions.map((action) => action.relevance);
      const sum = all.reduce((total, each) => total + each, 0);
      const overall = compare === 'actions' ? sum / all.length : Math.max(...all);
      const relevance = all.length === 0 ? 1 : overall;
      const driftDetected = isKnown && all.length >= enough && relevance < threshold;
      return { driftDetected, relevance, evidence: { focusTerms, actions } };
    },
  };
}

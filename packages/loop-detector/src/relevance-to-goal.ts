import type { DriftGoalState, Similarity } from './drift-options.ts';
import { focusTermsOf, relevanceOf, topicOf } from './focus-terms.ts';

/** How much texts have to do with a goal and its remaining subgoals. */
export type RelevanceToGoal = {
  /** The terms of the goal with their weights. */
  readonly focusTerms: Readonly<Record<string, number>>;
  /** Whether the goal says anything that texts can be compared with. */
  readonly isKnown: boolean;
  /** From 0 to 1; nothing for a text without a topic, unless a similarity of the caller's judges it. */
  of(text: string): number | undefined;
};

/** Reads the goal once. */
export function createRelevanceToGoal(
  { goal, remainingSubgoals = [] }: DriftGoalState,
  similarity: Similarity | undefined,
): RelevanceToGoal {
  const goals = [goal, ...remainingSubgoals];
  const terms = goals.map(focusTermsOf);
  return {
    focusTerms: Object.fromEntries(terms[0]!),
    isKnown: similarity !== undefined || terms.some(({ size }) => size > 0),
    of(text) {
      if (similarity !== undefined) {
        return Math.max(...goals.map((each) => inRange(similarity(each, text))));
      }
      const topic = topicOf(text);
      if (topic.size === 0) return undefined;
      return Math.max(...terms.map((each) => relevanceOf(topic, each)));
    },
  };
}

/** A similarity that is not a number says nothing, and nothing is no reason to call it drift. */
function inRange(similarity: number): number {
  return Number.isNaN(similarity) ? 1 : Math.min(1, Math.max(0, similarity));
}

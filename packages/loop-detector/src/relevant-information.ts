import { canonicalJson } from '@loopwright/core-parser';
import { requireKnownOptions } from '@loopwright/core-parser/option-checks';
import type { DriftGoalState, DriftOptions } from './drift-options.ts';
import { checkedDriftOptions } from './drift-options.ts';
import type { IsMilestone } from './milestone.ts';
import { hasNewInformation } from './milestone.ts';
import { createRelevanceToGoal } from './relevance-to-goal.ts';

export type RelevantInformationOptions = Pick<DriftOptions, 'threshold' | 'similarity'>;

/**
 * Makes a milestone for `progressGuard` that asks for more than news: a successful observation that is new in the run
 * and has to do with the goal, by itself or together with the call that led to it. When the goal has no topic, news is
 * enough. Throws `invalid_options` for unknown options and a threshold that is no number from 0 to 1.
 */
export function relevantInformation(
  goalState: DriftGoalState,
  options: RelevantInformationOptions = {},
): IsMilestone {
  requireKnownOptions(options, { threshold: true, similarity: true });
  const { threshold } = checkedDriftOptions(options);
  const relevance = createRelevanceToGoal(goalState, options.similarity);
  return (step, before) => {
    if (!hasNewInformation(step, before)) return false;
    if (!relevance.isKnown) return true;
    return step.observations.some(({ ok, text }, at) => {
      const call = step.calls[at];
      const asked = call === undefined ? '' : `${call.tool} ${canonicalJson(call.args)} `;
      return ok && (relevance.of(asked + text) ?? 0) >= threshold;
    });
  };
}

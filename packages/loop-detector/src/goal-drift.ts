import { requireKnownOptions } from '@loopwright/core-parser/option-checks';
import type { DriftComparison, DriftState, ScoredAction } from './drift-judge.ts';
import { createDriftJudge } from './drift-judge.ts';
import type { DriftGoalState, DriftOptions } from './drift-options.ts';
import { checkedDriftOptions, driftOptionNames } from './drift-options.ts';

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
  return detectDrift('actions', goalState, recentActions, options);
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
  return detectDrift('observations', goalState, recentObservations, options);
}

function detectDrift(
  compare: DriftComparison,
  goalState: DriftGoalState,
  texts: readonly string[],
  options: DriftOptions,
): DriftState {
  requireKnownOptions(options, driftOptionNames);
  const { add, judge } = createDriftJudge(
    goalState,
    compare,
    checkedDriftOptions(options),
    options.similarity,
  );
  return judge(texts.reduce<readonly ScoredAction[]>(add, []));
}

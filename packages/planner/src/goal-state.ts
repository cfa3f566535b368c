import { invalidOptions } from '@loopwright/core-parser/option-checks';
import { requireList, requireObject, requireText } from './invalid-options.ts';

/** Something that was achieved on the way. */
export type Milestone = {
  readonly kind: 'subtask' | 'information' | 'result';
  readonly text: string;
  /** The iteration, counted from 1. */
  readonly iteration?: number;
};

/**
 * What a run is for and how far it is (N5). Subgoals are told in words, so that this is what `detectGoalDrift` of
 * `@loopwright/loop-detector` takes. Plain data: every change gives a new state.
 */
export type GoalState = {
  readonly goal: string;
  readonly remainingSubgoals: readonly string[];
  readonly completedSubgoals: readonly string[];
  /** The earliest first. */
  readonly milestones: readonly Milestone[];
};

/** What a goal state can be made of: a `TaskGraph`, what `decompose` gives, or a list of one's own. */
export type GoalPlan = {
  readonly goal: string;
  readonly tasks: readonly { readonly description: string; readonly status?: string }[];
};

/** The state of a goal whose subgoals are the tasks of a plan. Those that are completed there are completed here. */
export function createGoalState(plan: GoalPlan): GoalState {
  const { goal, tasks } = requireObject('plan', plan);
  requireList('tasks', tasks);
  const completed = tasks.filter(({ status }) => status === 'completed');
  const remaining = tasks.filter(({ status }) => status !== 'completed');
  return {
    goal: requireText('goal', goal),
    remainingSubgoals: remaining.map(({ description }) => description),
    completedSubgoals: completed.map(({ description }) => description),
    milestones: completed.map(({ description }) => ({ kind: 'subtask', text: description })),
  };
}

/**
 * A new state in which a subgoal is completed, which is a milestone. Of equal subgoals the first counts; one that is completed
 * already changes nothing. Throws `invalid_options` for what is no subgoal.
 */
export function markSubgoalComplete(
  state: GoalState,
  subgoal: string,
  iteration?: number,
): GoalState {
  const { remainingSubgoals, completedSubgoals } = requireState(state);
  const at = remainingSubgoals.indexOf(subgoal);
  if (at === -1) {
    if (completedSubgoals.includes(subgoal)) return state;
    const remaining = remainingSubgoals.slice(0, 20).map((each) => JSON.stringify(each));
    throw invalidOptions(
      `${JSON.stringify(subgoal)} is no subgoal. Remaining: ${remaining.join(', ') || 'none'}.`,
    );
  }
  const when = iteration === undefined ? {} : { iteration };
  return {
    ...recordMilestone(state, { kind: 'subtask', text: subgoal, ...when }),
    remainingSubgoals: remainingSubgoals.toSpliced(at, 1),
    completedSubgoals: [...completedSubgoals, subgoal],
  };
}

/** A new state with one milestone more. */
export function recordMilestone(state: GoalState, milestone: Milestone): GoalState {
  const { milestones } = requireState(state);
  return { ...state, milestones: [...milestones, requireObject('milestone', milestone)] };
}

function requireState(state: GoalState): GoalState {
  const { remainingSubgoals, completedSubgoals, milestones } = requireObject('state', state);
  const areLists = [remainingSubgoals, completedSubgoals, milestones].every(Array.isArray);
  if (areLists) return state;
  throw invalidOptions('state must be a goal state, as createGoalState makes it.');
}

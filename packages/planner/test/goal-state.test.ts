import { detectGoalDrift } from '@loopwright/loop-detector';
import { describe, expect, it } from 'vitest';
import type { GoalState } from '../src/index.ts';
import {
  createGoalState,
  decompose,
  isInvalidOptions,
  markSubgoalComplete,
  recordMilestone,
  TaskGraph,
} from '../src/index.ts';

const plan = decompose('Find capital of France and population');

describe('goal state', () => {
  it('N5: the lab: none completed at the start, one after marking, the old state unchanged', () => {
    const state = createGoalState(plan);
    expect(state.completedSubgoals).toHaveLength(0);
    const before = structuredClone(state);
    const updated = markSubgoalComplete(state, state.remainingSubgoals[0]!);
    expect(updated.completedSubgoals).toEqual(['Find capital of France']);
    expect(updated.remainingSubgoals).toHaveLength(2);
    expect(state).toEqual(before);
  });

  it('N5: a completed subgoal is a milestone, and others can be recorded', () => {
    const state = createGoalState(plan);
    const first = markSubgoalComplete(state, 'Find capital of France', 2);
    const second = recordMilestone(first, { kind: 'information', text: 'Paris has 2 million' });
    expect(second.milestones).toEqual([
      { kind: 'subtask', text: 'Find capital of France', iteration: 2 },
      { kind: 'information', text: 'Paris has 2 million' },
    ]);
    expect([state.milestones, first.milestones.length]).toEqual([[], 1]);
  });

  it('N5: the state of a graph shows what is completed there', () => {
    const graph = new TaskGraph(plan);
    graph.complete('find_first', 'Paris');
    expect(createGoalState(graph)).toEqual({
      goal: plan.goal,
      completedSubgoals: ['Find capital of France'],
      remainingSubgoals: ['Find population of France', plan.tasks[2]!.description],
      milestones: [{ kind: 'subtask', text: 'Find capital of France' }],
    });
  });

  it('N5: marking twice changes nothing, and of equal subgoals each is marked once', () => {
    const twice = { description: 'call' };
    let state: GoalState = createGoalState({ goal: 'call twice', tasks: [twice, twice] });
    for (const completed of [1, 2, 2]) {
      state = markSubgoalComplete(state, 'call');
      expect(state.completedSubgoals).toHaveLength(completed);
    }
    expect([state.remainingSubgoals, state.milestones.length]).toEqual([[], 2]);
  });

  it('N5: what is no subgoal is refused with those there are', () => {
    const state = createGoalState({ goal: 'g', tasks: [{ description: 'a' }] });
    const mark = () => markSubgoalComplete(state, 'find_first');
    expect(mark).toThrow('"find_first" is no subgoal. Remaining: "a".');
    expect(mark).toThrow(expect.toSatisfy(isInvalidOptions));
  });

  it('L5, N5: the lab: weather and email are drift from the state of a goal, its subgoals are not', () => {
    const state = createGoalState(plan);
    expect(detectGoalDrift(state, ['check weather', 'send email']).driftDetected).toBe(true);
    expect(detectGoalDrift(state, ['lookup capital france']).driftDetected).toBe(false);
  });
});

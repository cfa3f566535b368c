import { isConfigurationError } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import {
  checkpointPriority,
  checkpointToRestore,
  countSubtasks,
  createCheckpointStore,
  createGoalState,
  decompose,
  expandTasks,
  findTaskProblems,
  goalBounds,
  isInvalidOptions,
  isTaskGraphError,
  markSubgoalComplete,
  planExecuteBounds,
  recordMilestone,
  subtaskSteps,
  summariseSubtasks,
  TaskGraph,
} from '../src/index.ts';
import { graphOf } from './graph-support.ts';

const state = createGoalState(graphOf({ a: [] }));
type Use = (value: never) => unknown;

const uses: Record<string, Use> = {
  'new TaskGraph': (value) => new TaskGraph(value),
  'new TaskGraph, tasks': (value) => new TaskGraph({ goal: 'g', tasks: value ?? null }),
  'TaskGraph.from': (value) => TaskGraph.from(value),
  add: (value) => graphOf({ a: [] }).add(value),
  expand: (value) => graphOf({ a: [] }).expand('a', value),
  complete: (value) => graphOf({ a: [] }).complete(value),
  decompose: (value) => decompose(value),
  'decompose, rules': (value) => decompose('Compare A and B', value ?? null),
  expandTasks: (value) => expandTasks(value, () => undefined, { expand: 'all' }),
  'expandTasks, split': (value) => expandTasks(graphOf({ a: [] }), value, { expand: 'all' }),
  'expandTasks, preset': (value) => expandTasks(graphOf({ a: [] }), () => undefined, value),
  createGoalState: (value) => createGoalState(value),
  markSubgoalComplete: (value) => markSubgoalComplete(value, 'x'),
  recordMilestone: (value) => recordMilestone(value, { kind: 'result', text: 'x' }),
  'recordMilestone, milestone': (value) => recordMilestone(state, value),
  checkpointPriority: (value) => checkpointPriority(value),
  checkpointToRestore: (value) => checkpointToRestore(value, { kind: 'goal_drift', since: 1 }),
  'checkpointToRestore, trouble': (value) => checkpointToRestore([], value),
  countSubtasks: (value) => countSubtasks(value),
  summariseSubtasks: (value) => summariseSubtasks(value),
  subtaskSteps: (value) => subtaskSteps(value),
  planExecuteBounds: (value) => planExecuteBounds(value),
  goalBounds: (value) => goalBounds(value),
};

function isBranded(error: unknown): boolean {
  return isInvalidOptions(error) || isTaskGraphError(error) || isConfigurationError(error);
}

function mistakeIn(use: Use, value: unknown): unknown {
  try {
    return use(value as never);
  } catch (error) {
    return isBranded(error) ? 'branded' : error;
  }
}

describe('mistakes of the caller', () => {
  it.each(Object.entries(uses))('N3, N5, N10: %s throws a branded error with a code', (_, use) => {
    for (const value of [null, undefined, 5]) expect(mistakeIn(use, value)).toBe('branded');
  });

  it('N3: a list of steps or options that is none is told as such', async () => {
    expect(mistakeIn((value) => countSubtasks(value), [null])).toBe('branded');
    expect(mistakeIn((value) => countSubtasks(value), [{ subtask: 5 }])).toBe('branded');
    expect(mistakeIn((value) => findTaskProblems([], value), null)).toBe('branded');
    expect(mistakeIn((value) => createCheckpointStore(value), null)).toBe('branded');
    const error = await createCheckpointStore()
      .save(null as never)
      .catch((thrown: unknown) => thrown);
    expect(isBranded(error)).toBe(true);
  });

  it.each([{}, { limits: null }, { advisors: 5 }, { tools: null }, { tools: {}, horizon: 'x' }])(
    'N8, N10: no bounds of %j',
    (options) => {
      expect(mistakeIn((value) => planExecuteBounds(value), options)).toBe('branded');
    },
  );

  it.each([
    { limits: null },
    { tools: 5 },
    { checkpoints: 5 },
    { alternatives: 5 },
    { maxTasks: '5' },
  ])('N6, N10: no bounds of a goal with %j', (options) => {
    expect(mistakeIn((value) => goalBounds(value), options)).toBe('branded');
  });
});

import { describe, expect, it } from 'vitest';
import type { StopReason } from '../src/index.ts';
import { advisoryRoles, endOrder, ends, essentialRoles, isSoftEnd } from '../src/index.ts';

describe('the table of ends', () => {
  it('R9: gives every reason one status', () => {
    const reasonsOf = (status: string) =>
      Object.keys(ends).filter((reason) => ends[reason as StopReason] === status);
    expect(reasonsOf('solved')).toEqual(['final', 'goal_achieved']);
    expect(reasonsOf('degraded')).toEqual(['gave_up', 'incomplete_evidence']);
    expect(reasonsOf('stopped')).toEqual([
      'max_steps',
      'max_replans',
      'condition_met',
      'loop_detected',
      'no_progress',
      'goal_drift',
      'error_limit',
      'unrecoverable',
      'budget',
      'timeout',
      'aborted',
    ]);
    expect(reasonsOf('failed')).toEqual(['refused', 'error']);
    expect(reasonsOf('suspended')).toEqual(['awaiting_approval', 'detached']);
  });

  it('R17: puts a reached goal before everything else and the step limit last', () => {
    expect(endOrder).toEqual([
      'goal_achieved',
      'aborted',
      'budget',
      'timeout',
      'condition_met',
      'loop_detected',
      'error_limit',
      'unrecoverable',
      'no_progress',
      'goal_drift',
      'max_steps',
    ]);
  });

  it('R8: the ends that a run gives itself leave time for a best-so-far text', () => {
    const soft = Object.keys(ends).filter((reason) => isSoftEnd(reason as StopReason));
    expect(soft).toEqual([
      'max_steps',
      'max_replans',
      'condition_met',
      'loop_detected',
      'no_progress',
      'goal_drift',
      'error_limit',
      'unrecoverable',
      'budget',
    ]);
  });
});

it('R3: every role is essential or advisory', () => {
  expect(essentialRoles).toEqual(['actor', 'selector', 'planner', 'solver']);
  expect(advisoryRoles).toEqual(['critic', 'reflector', 'judge', 'synthesiser']);
});

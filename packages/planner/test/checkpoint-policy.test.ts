import { describe, expect, it } from 'vitest';
import type { Checkpoint, CheckpointMoment } from '../src/index.ts';
import { checkpointPresets, checkpointPriority, checkpointToRestore } from '../src/index.ts';

const moments: Record<string, CheckpointMoment> = {
  'a call that changes something': { kind: 'before_call', effect: 'once' },
  'a call that may be repeated': { kind: 'before_call', effect: 'idempotent' },
  'a call that only reads': { kind: 'before_call', effect: 'pure' },
  'a completed subtask': { kind: 'subtask_completed' },
  'iteration 5': { kind: 'iteration', n: 5 },
  'iteration 6': { kind: 'iteration', n: 6 },
};

describe('when to checkpoint', () => {
  it('N6, R10: before what changes something, after a subtask, and every five iterations', () => {
    const priorities = Object.entries(moments).map(([name, moment]) => [
      name,
      checkpointPriority(moment),
    ]);
    expect(Object.fromEntries(priorities)).toEqual({
      'a call that changes something': 'high',
      'a call that may be repeated': 'high',
      'a call that only reads': undefined,
      'a completed subtask': 'normal',
      'iteration 5': 'low',
      'iteration 6': undefined,
    });
  });

  it('N6, R10: never when it is off, and every n iterations alone when asked so', () => {
    for (const moment of Object.values(moments)) {
      expect(checkpointPriority(moment, checkpointPresets.off)).toBeUndefined();
    }
    const everyThird = { ...checkpointPresets.off, everyIterations: 3 };
    const asked = [1, 2, 3, 4, 5, 6].filter(
      (n) => checkpointPriority({ kind: 'iteration', n }, everyThird) !== undefined,
    );
    expect(asked).toEqual([3, 6]);
  });
});

describe('when to restore', () => {
  const checkpoints: Checkpoint[] = [2, 5, 9].map((seq) => ({
    id: `s/${seq}`,
    sessionId: 's',
    seq,
    priority: 'normal',
    savedAt: seq,
    bytes: 1,
  }));

  it('N6: after a failed subtask the latest, if there is another way', () => {
    const failed = (hasAlternative: boolean) =>
      checkpointToRestore(checkpoints, { kind: 'subtask_failed', hasAlternative })?.id;
    expect([failed(true), failed(false)]).toEqual(['s/9', undefined]);
  });

  it('N6: after drift or a loop the latest from before it began', () => {
    for (const kind of ['goal_drift', 'loop_detected'] as const) {
      const at = (since: number) => checkpointToRestore(checkpoints, { kind, since })?.id;
      expect([at(10), at(9), at(6), at(2)]).toEqual(['s/9', 's/5', 's/5', undefined]);
    }
  });

  it('N6: without checkpoints there is nothing to go back to', () => {
    const trouble = { kind: 'subtask_failed', hasAlternative: true } as const;
    expect(checkpointToRestore([], trouble)).toBeUndefined();
  });
});

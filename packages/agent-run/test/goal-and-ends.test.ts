import { describe, expect, it } from 'vitest';
import type { StopReason, Verdict } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { judgeAll, stopWith } from './judged-run.ts';
import { call, done, eventsOf, guard, recorder, specOf, stepWith, tool } from './support.ts';

describe('a reached goal', () => {
  const goal = (answer: string): Verdict => ({ kind: 'done', answer, text: 'seen it' });

  it('R13, LOOP-026: ends the run as solved with its answer', async () => {
    const result = await judgeAll([undefined, goal('47'), undefined]);
    expect(result).toMatchObject({
      status: 'solved',
      stopReason: 'goal_achieved',
      answer: '47',
    });
    expect(result.steps).toHaveLength(2);
  });

  it('R17: is the reason even when another guard calls it a loop in the same step', async () => {
    const loop = guard(() => stopWith('loop_detected'), { name: 'loop' });
    const reached = guard(() => goal('47'), { name: 'goal' });
    for (const guards of [
      [loop, reached],
      [reached, loop],
    ]) {
      const result = await judgeAll([undefined], { guards });
      expect(result).toMatchObject({ stopReason: 'goal_achieved', answer: '47' });
      expect(result.flags).toEqual(['loop_detected: because loop_detected']);
    }
  });

  it('R13: an answer that does not fit the caller is a flag, and the run goes on', async () => {
    const result = await judgeAll([goal('many'), goal('47')], {
      checkAnswer: (answer) =>
        Number.isNaN(Number(answer))
          ? { ok: false, message: 'no number' }
          : { ok: true, value: Number(answer) },
    });
    expect(result).toMatchObject({ stopReason: 'goal_achieved', answer: 47 });
    expect(result.flags).toEqual(['watcher: its answer does not fit: no number']);
    expect(result.steps).toHaveLength(2);
  });

  it('LOOP-028: a check that throws has accepted nothing', async () => {
    const result = await judgeAll([goal('x')], {
      checkAnswer: (answer) => {
        if (answer === 'x') throw new TypeError('bad schema');
        return { ok: true, value: answer };
      },
    });
    expect(result).toMatchObject({ status: 'solved', stopReason: 'final' });
    expect(result.flags[0]).toContain('TypeError: bad schema');
  });
});

it('R9: a step whose goal is being checked when the run is cancelled is told, too', async () => {
  const cancel = new AbortController();
  const { events, onEvent } = recorder();
  const result = await judgeAll([{ kind: 'done', answer: 47 }], {
    onEvent,
    cancel: cancel.signal,
    limits: { graceMs: 0 },
    checkAnswer: () => {
      setTimeout(() => cancel.abort());
      return new Promise(() => {});
    },
  });
  expect(result).toMatchObject({ stopReason: 'aborted' });
  expect(eventsOf(events, 'step').map(({ step }) => step)).toEqual(result.steps);
});

describe('several ends in one step', () => {
  const inOrder: StopReason[] = [
    'budget',
    'timeout',
    'loop_detected',
    'error_limit',
    'unrecoverable',
    'no_progress',
    'goal_drift',
    'max_steps',
    'error',
  ];

  it('R9: the first in the order is the reason and all others are flags', async () => {
    for (const [index, reason] of inOrder.entries()) {
      const rest = inOrder.slice(index);
      const result = await judgeAll([rest.toReversed().map((each) => stopWith(each))]);
      expect(result.stopReason).toBe(reason);
      expect(result.flags).toEqual(rest.slice(1).map((each) => `${each}: because ${each}`));
    }
  });

  it('R9: a limit that is used up competes with the guards', async () => {
    const result = await runStrategy(
      specOf({
        limits: { maxToolCalls: 1 },
        guards: [guard(() => stopWith('no_progress')), guard(() => stopWith('budget', 'mine'))],
      }),
      async (run) => {
        await stepWith(run, call('echo'), call('echo'));
        return done;
      },
    );
    expect(result.stopReason).toBe('budget');
    expect(result.flags).toContain('no_progress: because no_progress');
  });

  it('R9: cancelling comes before every other end but the goal', async () => {
    const cancel = new AbortController();
    const stop = tool('stop', 'pure', () => cancel.abort());
    const result = await runStrategy(
      specOf({
        tools: [stop],
        cancel: cancel.signal,
        guards: [guard(() => stopWith('loop_detected'))],
      }),
      async (run) => {
        await stepWith(run, call('stop'));
        return done;
      },
    );
    expect(result.stopReason).toBe('aborted');
    expect(result.flags).toEqual(['loop_detected: because loop_detected']);
  });

  it('R9: an end on the last step says that the step limit was reached as well', async () => {
    const result = await judgeAll([undefined, stopWith('loop_detected')], {
      limits: { maxSteps: 2 },
    });
    expect(result.stopReason).toBe('loop_detected');
    expect(result.flags).toEqual(['max_steps: The limit of 2 steps was reached']);
  });
});

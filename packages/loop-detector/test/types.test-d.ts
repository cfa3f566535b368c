import type { Json } from '@loopwright/core-parser';
import { describe, expectTypeOf, it } from 'vitest';
import type { Guard, GuardedStep, GuardFactory, LoopThresholds, Verdict } from '../src/index.ts';
import {
  driftGuard,
  errorLimitGuard,
  LoopDetector,
  loopGuard,
  loopPresets,
  ProgressDetector,
  progressGuard,
} from '../src/index.ts';

/** Steps as an agent of one's own may record them: mutable, with observations told apart by `ok`. */
type OwnObservation =
  | { tool: string; ok: true; value: Json; text: string; reused?: true }
  | {
      tool: string;
      ok: false;
      error: { type: string; class: 'transient' | 'permanent'; code: 'thrown'; message: string };
      text: string;
    };
type OwnStep = {
  n: number;
  kind: 'act' | 'final';
  thought: string;
  calls: { tool: string; args: { [key: string]: Json }; unreadable?: string }[];
  observations: OwnObservation[];
  verdicts: ({ guard: string } & (
    | { kind: 'hint' | 'flag'; text: string; data?: Json }
    | { kind: 'stop'; stopReason: 'loop_detected' | 'max_steps' | 'budget'; text: string }
    | { kind: 'done'; answer: Json; text?: string }
  ))[];
  notes: string[];
};

describe('types', () => {
  it('L1, L4, L5: each guard is made by a factory without arguments', () => {
    expectTypeOf(loopGuard()).toEqualTypeOf<GuardFactory>();
    expectTypeOf(progressGuard()).toEqualTypeOf<GuardFactory>();
    expectTypeOf(errorLimitGuard()).toEqualTypeOf<GuardFactory>();
    expectTypeOf(driftGuard()).toEqualTypeOf<GuardFactory>();
    expectTypeOf<ReturnType<GuardFactory>>().toEqualTypeOf<Guard>();
  });

  it('L1: steps of another agent are steps for a guard', () => {
    expectTypeOf<OwnStep>().toExtend<GuardedStep>();
    const own: { judge(step: OwnStep, before: readonly OwnStep[]): unknown } = loopGuard()();
    expectTypeOf(own.judge).returns.toBeUnknown();
  });

  it('L1: only a stop has a reason, and only those of guards', () => {
    type Stop = Extract<Verdict, { kind: 'stop' }>;
    expectTypeOf<Stop['stopReason']>().toEqualTypeOf<
      'loop_detected' | 'no_progress' | 'goal_drift' | 'error_limit' | 'unrecoverable'
    >();
    type Hint = Extract<Verdict, { kind: 'hint' | 'flag' }>;
    expectTypeOf<'stopReason' extends keyof Hint ? true : false>().toEqualTypeOf<false>();
  });

  it('L1, L3, L4, L5: every option may be undefined', () => {
    const windowSize: number | undefined = undefined;
    loopGuard({ windowSize, signatures: undefined, results: undefined, repeatable: undefined });
    progressGuard({ patience: windowSize, isMilestone: undefined });
    errorLimitGuard({ maxConsecutiveErrors: windowSize });
    driftGuard({ goal: undefined, similarity: undefined, onDrift: undefined });
    new LoopDetector({ windowSize, resultAware: undefined });
    new ProgressDetector({ patience: windowSize, stallGrace: undefined });
  });

  it('R10: presets are thresholds', () => {
    expectTypeOf(loopPresets.strict).toExtend<LoopThresholds>();
    expectTypeOf(loopPresets).toHaveProperty('relaxed');
  });

  it('L1: misspelt and mistyped options are refused', () => {
    // @ts-expect-error no such option
    loopGuard({ windowsize: 6 });
    // @ts-expect-error a signature is a list of names or a function
    new LoopDetector({ signatures: { search: 'q' } });
    // @ts-expect-error no such reaction
    driftGuard({ onDrift: 'kill' });
  });
});

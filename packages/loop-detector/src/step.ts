import type { Json, JsonObject } from '@loopwright/core-parser';

/** One call that a step asked for. `unreadable` says why a call could not be read; such a call never started. */
export type GuardedCall = {
  readonly tool: string;
  readonly args: JsonObject;
  readonly unreadable?: string;
};

/** What came back for one call. A success carries `value`, a failure `error`; `text` is what the model saw. */
export type GuardedObservation = {
  readonly tool: string;
  readonly ok: boolean;
  readonly text: string;
  readonly value?: Json;
  readonly error?: {
    readonly type: string;
    readonly class: string;
    readonly message: string;
    readonly code?: string;
  };
};

/** One recorded step of a run: exactly one observation per call, in call order. `n` counts from 1. */
export type GuardedStep = {
  readonly n: number;
  /** `final` and `give_up` end a run; every other kind is a step that acted. */
  readonly kind: string;
  readonly thought: string;
  readonly calls: readonly GuardedCall[];
  readonly observations: readonly GuardedObservation[];
  readonly verdicts: readonly RecordedVerdict[];
};

/** Why a guard ends a run. */
export type GuardStopReason =
  | 'loop_detected'
  | 'no_progress'
  | 'goal_drift'
  | 'error_limit'
  | 'unrecoverable';

/**
 * What a guard says about a step: a `hint` is shown to the model, a `flag` only to people, a `stop` ends the run, and
 * `done` ends it with an answer. `text` is for readers, `data` holds the same facts as data.
 */
export type Verdict =
  | { readonly kind: 'hint' | 'flag'; readonly text: string; readonly data?: Json }
  | {
      readonly kind: 'stop';
      readonly stopReason: GuardStopReason;
      readonly text: string;
      readonly data?: Json;
    }
  | { readonly kind: 'done'; readonly answer: Json; readonly text?: string };

/** What guards need to know of a verdict given earlier: who said what. */
export type RecordedVerdict = {
  readonly guard: string;
  readonly kind: Verdict['kind'];
  readonly text?: string;
  readonly data?: Json;
};

/**
 * Judges each step as it is recorded. `judge` is a pure fold: for the same `(step, before)` a fresh guard and a used
 * one answer alike, so that a run which is resumed or replayed gets the same verdicts.
 */
export type Guard = {
  readonly name: string;
  /** The options in force, so that a run can refuse to go on under other ones. */
  readonly options?: Json;
  judge(
    step: GuardedStep,
    before: readonly GuardedStep[],
  ): Verdict | readonly Verdict[] | undefined;
};

/** Makes a guard, anew each time a run starts or resumes. */
export type GuardFactory = () => Guard;

/** True when the step called at least one tool and got on with the run, so that guards have something to judge. */
export function isActionStep(step: GuardedStep): boolean {
  return step.kind !== 'final' && step.kind !== 'give_up' && step.calls.length > 0;
}

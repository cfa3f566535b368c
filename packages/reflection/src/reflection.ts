import type { Json } from '@loopwright/core-parser';
import type { FailureFacts } from './classify-failure.ts';
import type { Failure, FailureClass, FailureReason } from './failure.ts';
import type { ReflectedAction } from './reflected-action.ts';

/** What an action led to. */
export type ActionOutcome = {
  readonly success: boolean;
  readonly error?: string | FailureFacts | undefined;
  readonly result?: Json | undefined;
};

/**
 * What to do after an action. `retry`: make the same call again. `alternative`: do something else, `alternativeAction`
 * when a tool suggests itself. `escalate`: nothing that could help is left. `continue`: the action succeeded.
 */
export type Reflection = {
  readonly decision: 'retry' | 'alternative' | 'escalate' | 'continue';
  readonly shouldRetry: boolean;
  readonly alternativeAction?: ReflectedAction;
  /** The lesson in words; empty after a success. */
  readonly lessonLearned: string;
  /** The classified failure; absent after a success. */
  readonly failure?: Failure;
};

/** Equal failures: the same call that failed with the same class and reason `count` times. */
export type FailurePattern = {
  readonly action: ReflectedAction;
  readonly errorClass: FailureClass;
  readonly reason: FailureReason;
  readonly count: number;
};

/** How often a tool failed for a reason. */
export type FailureCount = {
  readonly action: string;
  readonly reason: FailureReason;
  readonly count: number;
};

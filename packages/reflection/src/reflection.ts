import type { Json } from '@loopwright/core-parser';
import type { Failure } from './failure.ts';
import type { FailureFacts } from './failure-facts.ts';
import type { ReflectedAction } from './reflected-action.ts';

/** What an action led to. */
export type ActionOutcome = {
  readonly success: boolean;
  readonly error?: string | FailureFacts | undefined;
  readonly result?: Json | undefined;
};

/** What may be known of the moment of a failure. */
export type ReflectionMoment = {
  /** The thought that led to the action. */
  readonly thought?: string | undefined;
  /** The step it belongs to, counted from 1. Default: one step for each call of `reflect`. */
  readonly step?: number | undefined;
  /** The caller's clock, in milliseconds since 1970. Without it lessons expire by steps alone. */
  readonly now?: number | undefined;
};

/**
 * What to do after an action. `retry`: make the same call again. `alternative`: do something else, `alternativeAction`
 * when a tool suggests itself. `escalate`: nothing that could help is left. `continue`: the action succeeded.
 */
export type Reflection = {
  readonly decision: 'retry' | 'alternative' | 'escalate' | 'continue';
  readonly shouldRetry: boolean;
  /** With `retry`: milliseconds to wait first, where the failure asked for it; never more than `maxRetryAfterMs`. */
  readonly retryAfterMs?: number;
  readonly alternativeAction?: ReflectedAction;
  /** The lesson in words; empty after a success. */
  readonly lessonLearned: string;
  /** The classified failure; absent after a success. */
  readonly failure?: Failure;
};

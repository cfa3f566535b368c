import type { Json } from '@loopwright/core-parser';
import type { Call, Observation, ToolRegistry } from '@loopwright/tool-registry';
import type { Effect } from './effect.ts';
import type { DurableEventBody } from './events.ts';
import type { ModelReply, ModelRequest } from './model.ts';
import type { Role } from './role.ts';
import type { AnswerCheck } from './run-spec.ts';
import type { Step, Turn } from './step.ts';

/** Partial results, registered ahead of any end, because an end unwinds the strategy. */
export type Progress = {
  done?: number;
  total?: number;
  missing?: readonly string[];
};

type NoteName = Extract<DurableEventBody, { type: 'note' }>['name'];

/**
 * What a strategy sees: the one door to models, tools and other I/O. Every method but the plain readers may throw
 * the end of the run; that is control flow, not to be caught, and once thrown it is thrown by every later call.
 */
export type Run = {
  readonly task: string;
  readonly tools: ToolRegistry;
  readonly steps: readonly Step[];
  readonly effects: readonly Effect[];
  /**
   * One model call. Essential roles (actor, selector, planner, solver): a failed call ends the run. Advisory roles:
   * a failed call is a flag and an empty reply. A call beyond the role's allowance is refused.
   */
  think(request: ModelRequest, role: Role): Promise<ModelReply>;
  /** One wave of tool calls: exactly one observation for each call, in call order. */
  act(calls: readonly Call[]): Promise<Observation[]>;
  /** Records a step and shows it to guards and advisors; gives the step with their notes. */
  judge(turn: Turn): Promise<Step>;
  /** Tells how far the run is; read whenever the end comes. Later values replace earlier ones of the same name. */
  progress(progress: Progress): void;
  /** Records something that a reader of the result should know. */
  flag(code: string, text: string, data?: Json): void;
  /** Records what a strategy did, for viewers. */
  note(name: NoteName, data: Json): void;
  /**
   * Any other I/O of user code (a lesson store, an embedding): its value, or its failure, is stored and given back on
   * replay. It has `limits.callMs`.
   */
  io<Value extends Json>(name: string, run: () => Promise<Value>): Promise<Value>;
  /**
   * Shows an answer to the caller's check before the run ends with it, so that a strategy can have it mended. A check that
   * throws or does not answer within `limits.callMs` has not accepted it (R2); without a check every answer fits. Not
   * stored: a check must say the same of the same answer.
   */
  checkAnswer(answer: Json): Promise<AnswerCheck<unknown>>;
};

import type { Json } from '@loopwright/core-parser';
import type { Bounds } from './bounds.ts';
import type { Effect, Pending } from './effect.ts';
import type { StopReasonOf } from './ends.ts';
import type { Usage } from './model.ts';
import type { Role } from './role.ts';
import type { Step } from './step.ts';

/** What was achieved, whatever the end was (R8, R12). */
export type PartialResult = {
  /** A text for a user. Never empty. What is the model's own word in it is said to be. */
  text: string;
  /** What the model itself called its partial result, or a synthesiser wrote. Nothing vouches for it. */
  said?: string;
  /** Values of the successful observations, each once. */
  found: Json[];
  /** What could not be determined: what the strategy said, else what failed. */
  missing: string[];
  subtasks?: { done: number; total: number };
};

export type Counts = {
  modelCalls: Partial<Record<Role, number>>;
  /** Model calls of sub-agents, all roles. */
  childModelCalls: number;
  /** Tool calls of sub-agents that were let in. */
  childToolCalls: number;
  /** Requests sent, retries included. */
  attempts: number;
  /** `refused` never started; `reused` gave the recorded result of an identical earlier call. */
  toolCalls: { ok: number; failed: number; refused: number; reused: number };
};

type Common = {
  /** Why the run ended, in words. */
  reason: string;
  partial: PartialResult;
  steps: Step[];
  effects: Effect[];
  flags: string[];
  counts: Counts;
  usage: Usage;
  /** Milliseconds spent in model and tool calls. */
  activeMs: number;
  bounds: Bounds;
};

/** The result of a run: never empty, and `answer` exists only when it is solved. */
export type RunResult<Answer> = Common &
  (
    | { status: 'solved'; stopReason: StopReasonOf<'solved'>; answer: Answer }
    | { status: 'degraded'; stopReason: StopReasonOf<'degraded'> }
    | { status: 'stopped'; stopReason: StopReasonOf<'stopped'> }
    | { status: 'failed'; stopReason: StopReasonOf<'failed'> }
    /** Not an end: open it again with the same journal. `pending` is empty when the process only left. */
    | { status: 'suspended'; stopReason: StopReasonOf<'suspended'>; pending: Pending[] }
  );

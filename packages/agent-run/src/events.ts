import type { Json, JsonObject } from '@loopwright/core-parser';
import type { Call, Execution, Observation } from '@loopwright/tool-registry';
import type { ApprovalAnswer, Effect, ForkOrigin, Pending } from './effect.ts';
import type { Limits } from './limits.ts';
import type { ModelError, ModelReply } from './model.ts';
import type { RunResult } from './result.ts';
import type { Allowance, Role } from './role.ts';
import type { Step } from './step.ts';
import type { Stamp } from './step-runtime.ts';

/**
 * What happened in a run, complete enough that a journal made from it replays the run (see `journalFromEvents`).
 * `seq` counts from 0 without gaps, sub-agents included; `path` is empty or, in a sub-agent, the key of its call with
 * a slash behind.
 */
export type DurableEvent = { v: 1; seq: number; path: string } & DurableEventBody;

export type DurableEventBody =
  | {
      type: 'started';
      sessionId: string;
      /** ISO 8601. */
      at: string;
      stamp: Stamp;
      task: string;
      limits: Limits;
      allowance: Allowance;
      tools: { name: string; effect: string }[];
      forkOf?: ForkOrigin;
    }
  | ModelEventBody
  | { type: 'asked'; key: string; asks: Pending[] }
  | {
      type: 'answered';
      key: string;
      via: 'signal' | 'callback';
      answers: ApprovalAnswer[];
    }
  /** The effect that is about to be made; `unknown` until its `tool` event. */
  | { type: 'intent'; key: string; effect: Effect }
  | ToolEventBody
  | { type: 'io'; key: string; value: Json }
  | { type: 'step'; step: Step }
  | { type: 'flag'; code: string; text: string; data?: Json }
  | {
      type: 'note';
      name: 'plan' | 'replan' | 'checkpoint' | 'restore' | 'critique' | 'compaction';
      data: Json;
    }
  /** The result without its steps, which have events of their own. */
  | { type: 'finished'; result: WithoutSteps<RunResult<Json>> };

type WithoutSteps<Result> = Result extends unknown ? Omit<Result, 'steps'> : never;

type ModelEventBody = {
  type: 'model';
  key: string;
  role: Role;
  /** The id of the model that was asked. */
  model?: string;
  requestDigest: string;
  /** The parts of the request that the last request of this role did not have. */
  appended: string[];
  reply?: ModelReply;
  error?: ModelError;
  attempts: number;
  /** Attempts that may have cost something although nothing usable came of them. */
  lostAttempts?: number;
  ms: number;
};

export type ToolEventBody = {
  type: 'tool';
  key: string;
  call: Call;
  observation: Observation;
  /** How the observation came about. Only `performed` has an entry of its own in a journal. */
  via: 'performed' | 'refused' | 'reused' | 'agent';
  outcome: Execution['outcome'];
  effect?: Effect;
  inputDigest?: string;
  /** The run was cancelled while the call ran. */
  cancelled?: true;
  attempts: number;
  ms: number;
};

/** A signal for whoever watches: never numbered, never needed for replay. `after` is the last durable `seq`. */
export type LiveEvent = { after: number; key: string } & (
  | { type: 'delta'; attempt: number; text: string }
  | { type: 'attempt_failed'; attempt: number; error: ModelError }
  | { type: 'tool_started'; call: { tool: string; args: JsonObject } }
  | { type: 'suspended'; pending: Pending[] }
);

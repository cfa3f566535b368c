import type { Json } from '@loopwright/core-parser';
import type { ToolRegistry } from '@loopwright/tool-registry';
import type { ParentHandle } from './agent-tool.ts';
import type { Prices } from './bounds.ts';
import type { ApprovalAnswer, Pending } from './effect.ts';
import type { StopReason } from './ends.ts';
import type { DurableEvent, LiveEvent } from './events.ts';
import type { LimitOptions } from './limits.ts';
import type { Model } from './model.ts';
import type { Allowance, Role } from './role.ts';
import type { Run } from './run.ts';
import type { Advisor, GuardFactory } from './step.ts';
import type { StepRuntime } from './step-runtime.ts';

/** What every strategy passes on from its caller. */
export type RunOptions = {
  tools: ToolRegistry;
  /** The models by role; a role without its own uses `default`. */
  models: { default: Model } & { readonly [Which in Role]?: Model | undefined };
  limits?: LimitOptions | undefined;
  /** USD for a million tokens by model id; needed for `maxCostUsd`. */
  prices?: Prices | undefined;
  guards?: readonly GuardFactory[] | undefined;
  advisors?: readonly Advisor[] | undefined;
  /** Decides pending calls in this process. Without it a run that needs a decision is suspended. */
  approve?:
    | ((pending: readonly Pending[]) => Promise<readonly (boolean | ApprovalAnswer)[]>)
    | undefined;
  /** Where steps are stored. Default: nowhere. */
  runtime?: StepRuntime | undefined;
  /** The user's decision to end the run: stored and final. */
  cancel?: AbortSignal | undefined;
  /** This process leaves: nothing is decided, the run can be resumed. */
  detach?: AbortSignal | undefined;
  /**
   * Makes this run a sub-agent: same journal, ledger, meter and event stream. `runtime`, `cancel`, `detach`, `now` and
   * the event sinks are then the parent's, whatever stands here; it makes at most the parent's `attempts`.
   */
  parent?: ParentHandle | undefined;
  /** Gets every durable event in order. What it throws is swallowed: a sink that can fail remembers it itself. */
  onEvent?: ((event: DurableEvent) => void) | undefined;
  onLive?: ((event: LiveEvent) => void) | undefined;
  /** Milliseconds; read inside steps only. Default: `Date.now`. */
  now?: (() => number) | undefined;
};

/** One run of one strategy. */
export type RunSpec<Answer> = RunOptions & {
  strategy: { name: string; version: number };
  task: string;
  allowance: Allowance;
  /** Tool calls that the strategy can make at most, when it knows. */
  strategyToolCalls?: number | undefined;
  /** What else a resumed run must have in common (prompts, format, options of the strategy). */
  configuration?: Json | undefined;
  /** Best-so-far text after a soft end, which it is told; may ask the synthesiser. */
  salvage?: ((run: Run, outcome: Outcome) => Promise<string>) | undefined;
  /** Reads the answer into the caller's type. An answer that does not fit ends the run with `error`. */
  checkAnswer?: ((answer: Json) => Promise<AnswerCheck<Answer>> | AnswerCheck<Answer>) | undefined;
};

export type AnswerCheck<Answer> = { ok: true; value: Answer } | { ok: false; message: string };

/** How a strategy's body ends. `thought` makes the model's last reply a step of its own. */
export type Outcome =
  | {
      stopReason: 'final' | 'goal_achieved';
      answer: Json;
      /** The reason of the result. Default: that the model gave its answer, or that the goal was reached. */
      text?: string;
      thought?: string;
    }
  | {
      stopReason: Exclude<StopReason, 'final' | 'goal_achieved' | 'awaiting_approval' | 'detached'>;
      text: string;
      /** What the model itself called its partial result. */
      partial?: string;
      thought?: string;
      cause?: OutcomeCause;
    };

/** What is behind an end that alone does not tell it: a request that was too large for a model ends with `budget`. */
export type OutcomeCause = 'context_overflow';

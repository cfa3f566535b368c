import type { Message, Model, Role, RunOptions } from '@loopwright/agent-run';
import type {
  DriftGuardOptions,
  ErrorLimitGuardOptions,
  LoopGuardOptions,
  ProgressGuardOptions,
} from '@loopwright/loop-detector';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Decide, SelectAction } from './decide.ts';
import type { GoalCheck } from './goal-guard.ts';
import type { StepFormat } from './step-format.ts';
import type { StopCheck } from './stop-condition-guard.ts';
import type { SystemPromptInput } from './system-prompt.ts';

/** Options of a ReAct run. Only `task`, `model` and `tools` are required. */
export type ReactOptions<Answer = string> = Omit<RunOptions, 'models'> & {
  task: string;
  /** The reasoner, and every role without a model of its own. */
  model: Model;
  /** Models for single roles, for example a smaller critic. */
  models?: { readonly [Which in Exclude<Role, 'actor'>]?: Model } | undefined;
  /** How steps are written. Default: `textFormat`. */
  format?: StepFormat | undefined;
  /** What the model should know about the job; part of the system prompt. */
  instructions?: string | undefined;
  /** Makes the whole system prompt. Default: `defaultSystemPrompt`. */
  systemPrompt?: ((input: SystemPromptInput) => string) | undefined;
  /** Earlier turns of a conversation. */
  history?: readonly Message[] | undefined;
  /** The answer's type; an answer that does not fit goes back to the model as an error. Default: a text. */
  answer?: StandardSchemaV1<unknown, Answer> | undefined;
  /**
   * Ends the run as solved when it says so, before any other guard (R13, R17). Of named checks the reason names the one
   * that held; when several hold, the first is the answer and the others become flags.
   */
  goal?: GoalCheck | Readonly<Record<string, GoalCheck>> | undefined;
  /** Ends the run with `condition_met` when one of these named conditions holds, without an answer. */
  stopWhen?: Readonly<Record<string, StopCheck>> | undefined;
  /**
   * Bounds the request (R15): when more than twice so many steps stand in it in full, a reset leaves the last
   * `keepSteps` of them, and every earlier call becomes one line; the oldest lines become one that counts them. Each reset
   * is a note `compaction`. A request then has at most the task, the history and the tools, 22 short lines, and
   * 2 × `keepSteps` steps, however many steps a run has; without it, input tokens over n steps grow with n(n+1)/2. Of a step
   * stand there as many calls as the format can hold, and one line for the rest; notes of guards and advisors, and native
   * turns with opaque content, have no limit of their own and go with their step. Default: 0, never.
   */
  keepSteps?: number | undefined;
  /**
   * Has the model conclude in the last step: the request says that it is the last one, native calling forbids calls
   * (`toolChoice: 'none'`), and a call that comes all the same is refused. A typed answer is then written as text: the
   * first object in it that fits the type is the answer, flagged `text_around_answer` amid other text. Default: false.
   */
  concludeAtLimit?: boolean | undefined;
  /** Refuses an open-ended task without a `goal` instead of flagging it (R16). Default: false. */
  requireCriterion?: boolean | undefined;
  /** Detects repetition. Default: on, see `loopPresets.default`. */
  loop?: LoopGuardOptions | false | undefined;
  /** Detects steps without progress. Default: on. */
  progress?: ProgressGuardOptions | false | undefined;
  /** Ends the run after failures in a row. Default: on, after 3. */
  errorLimit?: ErrorLimitGuardOptions | false | undefined;
  /** Detects actions that leave the goal. Default: off, because it compares words. */
  drift?: DriftGuardOptions | false | undefined;
  /** What an unreadable reply does: `observe` shows the model its error, `stop` ends the run (R4). Default: `observe`. */
  onParseError?: 'observe' | 'stop' | undefined;
  /** Chooses the action for the actor's thought: a smaller model, or rules (R5). Default: the actor writes both. */
  selector?: Model | SelectAction | undefined;
  /**
   * Replaces the whole decision: it may make one actor call a step, and no call of another role. It must give that call's
   * reply and what it means; anything else ends the run with `error`.
   */
  decide?: Decide | undefined;
  /**
   * Who writes the best-so-far text after a soft end: rules, or one call of the synthesiser (R8), whose words are dropped and
   * flagged when they hold a call. Default: `template`.
   */
  synthesis?: 'template' | 'model' | undefined;
  /** Every so many steps a note asks whether the actions still serve the task (R18). Default: 0, never. */
  remindEvery?: number | undefined;
};

import type { Model, Role, RunOptions } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { AnswerSchema } from '../answer-schema.ts';
import type { PlannerPromptInput } from './planner-prompt.ts';

/** Options of a plan-execute run. Only `task`, `model` and `tools` are required. */
export type PlanExecuteOptions<Answer = Json> = Omit<RunOptions, 'models'> & {
  task: string;
  /** The planner, and every role without a model of its own. */
  model: Model;
  /** Models for single roles. */
  models?: { readonly [Which in PlanExecuteRole]?: Model | undefined } | undefined;
  /** What the planner should know about the job; part of its system prompt. */
  instructions?: string | undefined;
  /** The answer's type. A last step that gives something else fails its plan. Default: whatever JSON it gives. */
  answer?: AnswerSchema<Answer> | undefined;
  /** New plans after one that failed. Default: 2. */
  maxReplans?: number | undefined;
  /** Steps of a plan at most; never more than `limits.maxToolCalls`. Default: 20. */
  maxTasks?: number | undefined;
  /** Steps to perform before planning again (N8): 1 reacts to each. Default: `all`. */
  horizon?: number | 'all' | undefined;
  /** Makes the whole system prompt of the planner. Default: `defaultPlannerPrompt`. */
  plannerPrompt?: ((input: PlannerPromptInput) => string) | undefined;
};

/** Roles that such a run can have: its own, and those of advisors. */
export type PlanExecuteRole = Extract<Role, 'planner' | 'critic' | 'reflector'>;

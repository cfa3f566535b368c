import type { Model, Role, RunOptions } from '@loopwright/agent-run';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { PlannerPromptInput } from './planner-prompt.ts';
import type { SolverPromptInput } from './solver-prompt.ts';

/** Options of a ReWOO run. Only `task`, `model` and `tools` are required. */
export type RewooOptions<Answer = string> = Omit<RunOptions, 'models'> & {
  task: string;
  /** The planner and the solver, and every role without a model of its own. */
  model: Model;
  /** Models for single roles, for example a smaller solver. */
  models?: { readonly [Which in RewooRole]?: Model | undefined } | undefined;
  /** What the models should know about the job; part of both system prompts. */
  instructions?: string | undefined;
  /** The answer's type; an answer that does not fit is repaired or ends the run with `error`. Default: a text. */
  answer?: StandardSchemaV1<unknown, Answer> | undefined;
  /** Steps of a plan at most; never more than `limits.maxToolCalls`. Default: 20. */
  maxTasks?: number | undefined;
  /** Further calls of the planner, each shown what is wrong with the plan before. Default: 0. */
  planRepairs?: number | undefined;
  /** Further calls of the solver, each shown what is wrong with the answer before. Default: 0. */
  answerRepairs?: number | undefined;
  /** Makes the whole system prompt of the planner. Default: `defaultPlannerPrompt`. */
  plannerPrompt?: ((input: PlannerPromptInput) => string) | undefined;
  /** Makes the whole system prompt of the solver. Default: `defaultSolverPrompt`. */
  solverPrompt?: ((input: SolverPromptInput) => string) | undefined;
};

/** Options of a plan that is performed and not solved: there is no model call, so there may be no model. */
export type UnsolvedPlanOptions<Answer = unknown> = Omit<RewooOptions<Answer>, 'model'> & {
  model?: Model | undefined;
  /** No solver: the answer is what the last step of the plan gave. */
  solve: false;
};

/** Roles that a ReWOO run can have: its own two, and those of advisors. */
type RewooRole = Extract<Role, 'planner' | 'solver' | 'critic' | 'reflector'>;

/** `answer` may be missing only where a text is an answer. */
export type AnswerSchema<Answer> = string extends Answer
  ? unknown
  : { answer: StandardSchemaV1<unknown, Answer> };

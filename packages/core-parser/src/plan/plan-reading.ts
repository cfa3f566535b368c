import type { ParseErrorCode } from '../parse-error-code.ts';
import type { Plan } from './plan.ts';
import type { PlanForm } from './plan-form.ts';
import type { PlanTools } from './plan-tools.ts';

/** What `parsePlan` found: a plan in which every step can run, or why there is none. */
export type PlanReading =
  | {
      ok: true;
      form: PlanForm;
      plan: Plan;
      /** True when the JSON, or a value in a call, is none that `JSON.parse` reads. */
      repaired: boolean;
      flags: PlanFlag[];
    }
  | {
      ok: false;
      /** Of the first problem. */
      code: ParseErrorCode;
      /** One line for each problem, fit to be shown to the model. */
      message: string;
      /** The line of the first problem, counted from 1; absent where a problem has none, as in JSON. */
      line?: number;
      problems: PlanProblem[];
    };

/** One thing that is wrong with a plan. */
export type PlanProblem = {
  code: ParseErrorCode;
  message: string;
  /** The ids of the steps concerned, where they have any; those of a cycle in the order in which they wait. */
  steps: string[];
  line?: number;
};

/**
 * Something about a reading that does not make it an error. `members_ignored`: a step in JSON has members beside its arguments
 * that no form knows, so that they are not among the arguments.
 */
export type PlanFlag = 'reasoning_removed' | 'members_ignored';

/** Options of `validatePlan`. */
export type PlanLimits = {
  /** The tools on offer: their names, or an object from names to the names of parameters. Default: any tool will do. */
  tools?: PlanTools | undefined;
  /** More steps are `too_many_steps`. Default 20 (`maxPlanSteps`). */
  maxSteps?: number | undefined;
};

/** Options of `parsePlan`. */
export type ParsePlanOptions = PlanLimits & {
  /** The tool of a step that names none, as steps in words do. Default: such a step is `missing_action_name`. */
  defaultTool?: string | undefined;
  /** The completion was cut off by the token limit: a plan in lines, whose end is not marked, is then `truncated`. */
  truncated?: boolean | undefined;
};

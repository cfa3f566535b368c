import type { JsonObject } from '../json/json.ts';
import type { PlanForm } from './plan-form.ts';
import type { PlanProblem } from './plan-reading.ts';

/** A step as the reader of a form gives it: references are still written as in that form. */
export type StepDraft = {
  id: string;
  tool: string;
  args: JsonObject;
  thought: string;
  /** The steps that it names outright. */
  dependsOn: string[];
  line: number | undefined;
};

/** What the reader of a form made of a text. */
export type PlanDraft = {
  form: PlanForm;
  steps: StepDraft[];
  /** Steps that could not be read, and why. */
  problems: PlanProblem[];
  repaired: boolean;
  /** The form says where the plan ends, so that a plan that was cut off would have been noticed. */
  isClosed: boolean;
  /** A step is defined without a `#`, so that references may be written without it as well. */
  isDefinedBare: boolean;
  /** A step has members beside its arguments that mean nothing. */
  hasIgnoredMembers: boolean;
};

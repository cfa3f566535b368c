import type { JsonObject } from '../json/json.ts';

/** One call of a plan. */
export type PlanStep = {
  /** As the planner wrote it, without the `#` or `$` of a reference. */
  id: string;
  tool: string;
  /** What the tool gets, once `substitute` has put the evidence in the place of the references. */
  args: JsonObject;
  /** What the planner said about the step. */
  thought?: string;
  /** The ids of the steps that have to be done before, each once: those named outright and those referred to in `args`. */
  dependsOn: string[];
};

/** What is to be done, in the order in which it was written, which need not be the order in which it can be done. */
export type Plan = { steps: PlanStep[] };

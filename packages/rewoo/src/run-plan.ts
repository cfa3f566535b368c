import { type Outcome, type RunResult, runStrategy } from '@loopwright/agent-run';
import type { Json, Plan } from '@loopwright/core-parser';
import { checkOptions } from './check-options.ts';
import { checkPlan, type EditedPlan } from './check-plan.ts';
import { failureOf } from './missing-evidence.ts';
import { type Evidence, performPlan } from './perform-plan.ts';
import { maxTasksOf } from './rewoo-bounds.ts';
import type { AnswerSchema, RewooOptions, UnsolvedPlanOptions } from './rewoo-options.ts';
import { performanceSpec } from './rewoo-spec.ts';
import { solve } from './solve.ts';

/**
 * Runs a plan that is there already, from `planOnly`, by hand or by rules, with all that holds of one that a planner wrote: it
 * is checked as a whole before anything runs, and performed in waves. One model call, the solver's; with `solve: false` none,
 * and the answer is then the value that the last step of the plan gave. It takes the same options as `runRewoo`; those of the
 * planner do nothing here.
 *
 * @throws ConfigurationError (as a rejection, before anything ran) for options that cannot be right, and for a plan that
 * cannot be carried out; it lists everything that is wrong with it.
 */
export function runPlan<Answer = Json>(
  plan: EditedPlan,
  options: UnsolvedPlanOptions<Answer>,
): Promise<RunResult<Answer>>;
export function runPlan<Answer = string>(
  plan: EditedPlan,
  options: RewooOptions<Answer> & AnswerSchema<Answer> & { solve?: true | undefined },
): Promise<RunResult<Answer>>;
export async function runPlan<Answer>(
  given: EditedPlan,
  options: UnsolvedPlanOptions<Answer> | (RewooOptions<Answer> & { solve?: true | undefined }),
): Promise<RunResult<Answer>> {
  checkOptions(options, { further: ['solve'], noModel: options?.solve === false });
  const plan = checkPlan(given, { tools: options.tools, maxTasks: maxTasksOf(options) });
  return runStrategy(performanceSpec(plan, options), async (run) => {
    const performed = await performPlan(run, plan, options);
    if ('outcome' in performed) return performed.outcome;
    return options.solve === false
      ? valueOfLastStep(plan, performed)
      : solve(run, performed, options);
  });
}

/** What the last step gave; without it, or with steps that were never started, there is no answer. */
function valueOfLastStep(plan: Plan, { evidence, incomplete }: Evidence): Outcome {
  const lastId = plan.steps.at(-1)!.id;
  const last = evidence.find(({ id }) => id === lastId)!;
  if (incomplete === undefined && last.observation.ok) {
    const text = 'The last step of the plan gave the answer';
    return { stopReason: 'final', answer: last.observation.value, text };
  }
  return { stopReason: 'incomplete_evidence', text: incomplete ?? failureOf(last) };
}

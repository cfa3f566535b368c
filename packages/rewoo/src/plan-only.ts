import { type RunResult, runStrategy } from '@loopwright/agent-run';
import { type Plan, toJson } from '@loopwright/core-parser';
import { makePlan } from './make-plan.ts';
import type { RewooOptions } from './rewoo-options.ts';
import { planningSpec } from './rewoo-spec.ts';

/**
 * Makes a plan and performs nothing of it: one model call, and `answer` is the plan as data, to be shown, compared, edited,
 * approved, and given to `runPlan`. It takes the same options as `runRewoo`; those of the solver do nothing here.
 *
 * @throws ConfigurationError (as a rejection, before anything ran) for options that cannot be right.
 */
export async function planOnly<Answer = string>(
  options: RewooOptions<Answer>,
): Promise<RunResult<Plan>> {
  return runStrategy(planningSpec(options), async (run) => {
    const made = await makePlan(run, options);
    if ('problem' in made) return { stopReason: 'error', text: made.problem };
    return { stopReason: 'final', answer: toJson(made.plan) };
  });
}

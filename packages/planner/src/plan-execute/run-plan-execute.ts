import {
  type Outcome,
  type Run,
  type RunHandle,
  type RunResult,
  runStrategy,
  startStrategy,
} from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { RequiredSchema } from '../answer-schema.ts';
import { findDeferredStop } from '../deferred-stops.ts';
import { attemptPlan } from './attempt-plan.ts';
import { Completion } from './completion.ts';
import { planExecuteCounts } from './plan-execute-bounds.ts';
import type { PlanExecuteOptions } from './plan-execute-options.ts';
import { planExecuteSpec, plannerPromptOf } from './plan-execute-spec.ts';
import { nextRequest, startRequest } from './plan-report.ts';
import { unfinishedSteps } from './unfinished-steps.ts';

/**
 * Plans, executes, and plans again after a failure (N1): one call of the planner, and one more for each replan. What the last
 * step of a plan gives, with its type, is the answer. Ends with `max_replans` when a plan fails and none is left.
 *
 * @throws ConfigurationError (as a rejection, before anything ran) for options that cannot be right.
 */
export async function runPlanExecute<Answer = Json>(
  options: PlanExecuteOptions<Answer> & RequiredSchema<Answer>,
): Promise<RunResult<Answer>> {
  const completion = new Completion();
  return runStrategy(planExecuteSpec(options, completion), (run) =>
    planAndExecute(run, options, completion),
  );
}

/**
 * Starts the same run and gives a handle with its events, its result, `cancel` and `detach`.
 *
 * @throws ConfigurationError at once for whatever can be seen in the options themselves. What only the opening of the
 * run can tell (prices against the limits of a parent, a journal of another run) rejects `result`.
 */
export function startPlanExecute<Answer = Json>(
  options: PlanExecuteOptions<Answer> & RequiredSchema<Answer>,
): RunHandle<Answer> {
  const completion = new Completion();
  return startStrategy(planExecuteSpec(options, completion), (run) =>
    planAndExecute(run, options, completion),
  );
}

async function planAndExecute<Answer>(
  run: Run,
  options: PlanExecuteOptions<Answer>,
  completion: Completion,
): Promise<Outcome> {
  const { maxReplans, maxContinuations } = planExecuteCounts(options);
  const system = plannerPromptOf(options, [...run.tools.tools.values()]);
  let request = startRequest(system, run.task);
  let replans = 0;
  let continuations = 0;
  let completedBefore = 0;

  for (let number = 1; ; number++) {
    const attempt = await attemptPlan(
      run,
      request,
      { number, completedBefore, completion },
      options,
    );
    if (attempt.kind === 'solved') {
      const text = 'The last step of the plan gave the answer';
      return { stopReason: 'final', answer: attempt.answer, text };
    }
    completedBefore += attempt.evidence.filter(({ observation }) => observation.ok).length;
    const missing = unfinishedSteps(attempt);
    // A plan that was refused leaves what an earlier one found as it is.
    if (missing.length > 0) run.progress({ missing });
    // The answer for which the end by a guard was put off does not fit.
    const deferred = findDeferredStop(run.steps.at(-1));
    if (deferred !== undefined) return { stopReason: deferred.stopReason, text: deferred.text };
    if (attempt.kind === 'failed') {
      const { failedAt = null, reason } = attempt;
      if (replans === maxReplans) {
        const at = failedAt === null ? '' : ` at ${failedAt}`;
        return { stopReason: 'max_replans', text: `Plan ${number} failed${at}: ${reason}` };
      }
      replans += 1;
      run.note('replan', { replan: replans, failed: number, failedAt, reason });
    } else if (continuations === maxContinuations) {
      const text = `After ${number} plans there are still steps to be performed`;
      return { stopReason: 'max_steps', text };
    } else {
      continuations += 1;
    }
    request = nextRequest(request, attempt, run.effects);
  }
}

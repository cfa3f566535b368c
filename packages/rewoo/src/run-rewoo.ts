import {
  type Outcome,
  type Run,
  type RunHandle,
  type RunResult,
  runStrategy,
  startStrategy,
} from '@loopwright/agent-run';
import { makePlan } from './make-plan.ts';
import { performPlan } from './perform-plan.ts';
import type { AnswerSchema, RewooOptions } from './rewoo-options.ts';
import { rewooSpec } from './rewoo-spec.ts';
import { solve } from './solve.ts';

/**
 * Runs a task by ReWOO: the planner writes a plan, its steps are performed in waves, the solver answers from what they gave.
 * Two model calls for a valid plan of any length, one for a plan that cannot be carried out, never more unless the options
 * allow repairs (W1).
 *
 * @throws ConfigurationError (as a rejection, before anything ran) for options that cannot be right.
 */
export async function runRewoo<Answer = string>(
  options: RewooOptions<Answer> & AnswerSchema<Answer>,
): Promise<RunResult<Answer>> {
  return runStrategy(rewooSpec(options), (run) => planAndSolve(run, options));
}

/**
 * Starts the same run and gives a handle with its events, its result, `cancel` and `detach`.
 *
 * @throws ConfigurationError at once for whatever can be seen in the options themselves. What only the opening of the
 * run can tell (prices against the limits of a parent, a journal of another run) rejects `result`.
 */
export function startRewoo<Answer = string>(
  options: RewooOptions<Answer> & AnswerSchema<Answer>,
): RunHandle<Answer> {
  return startStrategy(rewooSpec(options), (run) => planAndSolve(run, options));
}

async function planAndSolve<Answer>(run: Run, options: RewooOptions<Answer>): Promise<Outcome> {
  const made = await makePlan(run, options);
  if ('problem' in made) return { stopReason: 'error', text: made.problem };
  const performed = await performPlan(run, made.plan, options);
  if ('outcome' in performed) return performed.outcome;
  return solve(run, performed, options);
}

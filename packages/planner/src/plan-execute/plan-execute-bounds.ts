import { type Allowance, type Bounds, evaluateBounds, resolveLimits } from '@loopwright/agent-run';
import { planExecuteDefaults } from '../defaults.ts';
import { checkPlanExecuteBounded } from './check-plan-execute-options.ts';
import type { PlanExecuteOptions } from './plan-execute-options.ts';

type BoundedOptions = Pick<
  PlanExecuteOptions,
  'limits' | 'advisors' | 'maxReplans' | 'maxTasks' | 'horizon' | 'tools' | 'prices'
>;

/** What bounds a run, with its defaults filled in. */
export type PlanExecuteCounts = {
  /** Plans after one that failed. */
  maxReplans: number;
  /** Steps of a plan. */
  maxTasks: number;
  /** Steps of a plan that are performed. */
  stepsPerPlan: number;
  /** Plans after one of which all performed steps went well and others are left. */
  maxContinuations: number;
  /** Steps that are performed, of all plans together. */
  maxSteps: number;
};

/**
 * The most that a run with these options can use, before it starts (N1, N8): 1 + R calls of the planner, and with a horizon
 * of k steps ⌈T / k⌉ more for plans that go on; tool calls: the steps performed of a plan, T or k, times the number of plans;
 * for each advisor with a model as many as tool calls. R is `maxReplans`, T is `maxTasks`.
 *
 * @throws ConfigurationError for limits, counts, advisors and tools that are none.
 */
export function planExecuteBounds(options: BoundedOptions): Bounds {
  checkPlanExecuteBounded(options);
  return evaluateBounds({
    allowance: planExecuteAllowance(options),
    limits: resolveLimits(options.limits),
    tools: options.tools,
    prices: options.prices,
    strategyToolCalls: planExecuteCounts(options).maxSteps,
  });
}

export function planExecuteAllowance(options: Omit<BoundedOptions, 'tools'>): Allowance {
  const { maxReplans, maxContinuations, maxSteps } = planExecuteCounts(options);
  const { advisors = [] } = options;
  const advice = (role: 'critic' | 'reflector') =>
    advisors.filter((advisor) => advisor.role === role).length * maxSteps;
  return {
    planner: 1 + maxReplans + maxContinuations,
    critic: advice('critic'),
    reflector: advice('reflector'),
  };
}

export function planExecuteCounts(
  options: Pick<BoundedOptions, 'limits' | 'maxReplans' | 'maxTasks' | 'horizon'>,
): PlanExecuteCounts {
  const { maxReplans = planExecuteDefaults.maxReplans } = options;
  const { horizon = planExecuteDefaults.horizon } = options;
  const { maxToolCalls } = resolveLimits(options.limits);
  // A plan with more steps than the run may make tool calls could not be carried out whole.
  const maxTasks = Math.max(
    1,
    Math.min(options.maxTasks ?? planExecuteDefaults.maxTasks, maxToolCalls),
  );
  const isWhole = horizon === 'all' || horizon >= maxTasks;
  const stepsPerPlan = isWhole ? maxTasks : horizon;
  const maxContinuations = isWhole ? 0 : Math.ceil(maxTasks / horizon);
  const maxSteps = stepsPerPlan * (1 + maxReplans + maxContinuations);
  return { maxReplans, maxTasks, stepsPerPlan, maxContinuations, maxSteps };
}

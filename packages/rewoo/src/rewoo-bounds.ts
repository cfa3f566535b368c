import { type Allowance, type Bounds, evaluateBounds, resolveLimits } from '@loopwright/agent-run';
import { checkBounded } from './check-options.ts';
import { rewooDefaults } from './defaults.ts';
import type { RewooOptions } from './rewoo-options.ts';

type BoundedOptions = Pick<
  RewooOptions,
  'limits' | 'advisors' | 'maxTasks' | 'planRepairs' | 'answerRepairs' | 'tools' | 'prices'
>;

/**
 * The most that a run with these options can use, before it starts (W1): 1 call of the planner and 1 of the solver, one more
 * for each repair that the options allow, and for each advisor with a model one a step of the plan but the last.
 *
 * @throws ConfigurationError for limits, counts, advisors and tools that are none.
 */
export function rewooBounds(options: BoundedOptions): Bounds {
  checkBounded(options);
  return evaluateBounds({
    allowance: rewooAllowance(options),
    limits: resolveLimits(options.limits),
    tools: options.tools,
    prices: options.prices,
    strategyToolCalls: maxTasksOf(options),
  });
}

/** Calls of a whole run. */
export function rewooAllowance(options: Omit<BoundedOptions, 'tools'>): Allowance {
  return { ...plannerAllowance(options), ...performanceAllowance(options, { solves: true }) };
}

/** Calls of whoever makes the plan. */
export function plannerAllowance({ planRepairs }: Pick<BoundedOptions, 'planRepairs'>): Allowance {
  return { planner: 1 + (planRepairs ?? rewooDefaults.planRepairs) };
}

/** Calls while a plan is performed and solved. A plan has at most as many waves as steps; nobody reads advice on the last. */
export function performanceAllowance(
  options: Omit<BoundedOptions, 'tools'>,
  { solves }: { solves: boolean },
): Allowance {
  const { advisors = [], answerRepairs = rewooDefaults.answerRepairs } = options;
  const advice = (role: 'critic' | 'reflector') =>
    advisors.filter((advisor) => advisor.role === role).length * (maxTasksOf(options) - 1);
  return {
    ...(solves ? { solver: 1 + answerRepairs } : {}),
    critic: advice('critic'),
    reflector: advice('reflector'),
  };
}

/** Steps that a plan may have. One with more steps than the run may make tool calls could not be carried out whole. */
export function maxTasksOf({ maxTasks, limits }: Pick<BoundedOptions, 'maxTasks' | 'limits'>) {
  const { maxToolCalls } = resolveLimits(limits);
  return Math.max(1, Math.min(maxTasks ?? rewooDefaults.maxTasks, maxToolCalls));
}

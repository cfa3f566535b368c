import { type Allowance, type Bounds, evaluateBounds, resolveLimits } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { checkGoalBounded } from './check-goal-options.ts';
import type { GoalOptions } from './goal-options.ts';
import { type CountedOptions, goalSettings } from './goal-settings.ts';

type BoundedOptions = CountedOptions &
  Pick<GoalOptions, 'execute' | 'decompose' | 'tools' | 'prices'>;

/**
 * The most that a run with these options can use, before it starts: attempts at tasks, T × A × (1 + R), each of which is at
 * most a step and, where tools do the tasks, a tool call; calls of the planner, P for the goal and T more where a model splits tasks
 * when they are next, none without a model. T is `maxTasks`, A `maxAttempts`, R `maxRestores`, P `maxPlanAttempts`. A
 * sub-agent adds its own bound for each tool call.
 *
 * @throws ConfigurationError for limits, counts, checkpoints and tools that are none.
 */
export function goalBounds(options: BoundedOptions): Bounds {
  checkGoalBounded(options);
  return evaluateBounds({
    allowance: goalAllowance(options),
    limits: resolveLimits(options.limits),
    tools: options.tools ?? createToolRegistry({ tools: [] }),
    prices: options.prices,
    strategyToolCalls: goalToolCalls(options),
  });
}

export function goalAllowance(options: CountedOptions & Pick<GoalOptions, 'decompose'>): Allowance {
  if (options.decompose !== 'model') return {};
  const { graph, expand, maxPlanAttempts } = goalSettings(options);
  return { planner: maxPlanAttempts + (expand === 'next' ? graph.maxTasks : 0) };
}

export function goalToolCalls(options: CountedOptions & Pick<GoalOptions, 'execute'>): number {
  if (typeof options.execute === 'function') return 0;
  const { graph, maxRestores, maxSteps, maxCallsPerStep } = goalSettings(options);
  const attempts = graph.maxTasks * graph.maxAttempts * (1 + maxRestores);
  return Math.min(attempts, maxSteps * maxCallsPerStep);
}

import { type Allowance, type Bounds, evaluateBounds, resolveLimits } from '@loopwright/agent-run';
import { checkBounded } from './check-options.ts';
import type { ReactOptions } from './react-options.ts';
import { textFormat } from './text-format.ts';

type BoundedOptions = Pick<
  ReactOptions,
  'limits' | 'advisors' | 'selector' | 'synthesis' | 'format' | 'tools' | 'prices'
>;

/**
 * The most that a run with these options can use, before it starts: S actor calls, S for a selector model, S - 1 for
 * each advisor with a model (nobody reads advice on the last step), 1 for a model-written synthesis.
 *
 * @throws ConfigurationError for limits, a format, advisors and tools that are none.
 */
export function reactBounds(options: BoundedOptions): Bounds {
  checkBounded(options);
  const limits = resolveLimits(options.limits);
  return evaluateBounds({
    allowance: reactAllowance(options),
    limits,
    tools: options.tools,
    prices: options.prices,
    strategyToolCalls: reactToolCalls(options),
  });
}

export function reactAllowance(options: Omit<BoundedOptions, 'tools'>): Allowance {
  const { maxSteps } = resolveLimits(options.limits);
  const { advisors = [], selector, synthesis } = options;
  const advice = (role: 'critic' | 'reflector') =>
    advisors.filter((advisor) => advisor.role === role).length * (maxSteps - 1);
  return {
    actor: maxSteps,
    selector: selector && typeof selector !== 'function' ? maxSteps : 0,
    critic: advice('critic'),
    reflector: advice('reflector'),
    synthesiser: synthesis === 'model' ? 1 : 0,
  };
}

export function reactToolCalls(options: Pick<ReactOptions, 'limits' | 'format'>): number {
  const { maxSteps, maxCallsPerStep } = resolveLimits(options.limits);
  const { callsPerStep } = options.format ?? textFormat;
  return maxSteps * Math.min(callsPerStep, maxCallsPerStep);
}

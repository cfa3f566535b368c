import { type Loose, numberOf, recordOf } from './loose.ts';
import type { RunView } from './run-view.ts';
import { countSteps } from './step-words.ts';

/** How much of a limit is used. */
export type Gauge = {
  readonly name: string;
  /** Undefined when the log does not say. */
  readonly used: number | undefined;
  /** Undefined when there is no limit. */
  readonly limit: number | undefined;
  readonly unit: 'count' | 'ms' | 'usd';
  /** `near` from 80 percent on; `full` when the limit is reached. */
  readonly state: 'free' | 'near' | 'full' | 'unlimited';
};

/**
 * The limits of the run with what was used of each; none as long as the log does not tell how the run began.
 *
 * @param level of the log: a quiet one tells of no model call before the end
 */
export function budgets({ root, steps }: RunView, level: string | undefined): Gauge[] {
  if (Object.keys(root.started).length === 0) return [];
  const tells = (used: number) => (level === 'quiet' ? undefined : used);
  const limits = recordOf(root.started.limits);
  const result = root.result;
  const counts = recordOf(result.counts);
  const usage = recordOf(result.usage);
  const own = steps.filter(({ path }) => path === '');
  const models = steps.flatMap((step) => step.models);
  const calls = steps.flatMap((step) => step.calls);
  const started = calls.filter(({ state, via }) => state !== 'refused' && via !== 'reused').length;
  const spent = steps.reduce((sum, { ms }) => sum + ms.think + ms.act + ms.reflect, 0);
  const tokens = models.reduce(
    (sum, { inputTokens = 0, outputTokens = 0 }) => sum + inputTokens + outputTokens,
    0,
  );
  const strategy = recordOf(root.started.stamp).strategy;
  const gauges = [
    // The plan of a ReWOO run is its own limit: waves are not counted.
    gauge('Steps', countSteps(own), strategy === 'rewoo' ? undefined : numberOf(limits.maxSteps)),
    gauge(
      'Model calls',
      sumOf(counts.modelCalls) ?? tells(own.flatMap((step) => step.models).length),
      sumOf(root.started.allowance),
    ),
    gauge('Tool calls', started, numberOf(limits.maxToolCalls)),
    gauge(
      'Tokens',
      sumOf(usage, ['inputTokens', 'outputTokens']) ?? tells(tokens),
      numberOf(limits.maxTokens),
    ),
    gauge(
      'Active time',
      numberOf(result.activeMs) ?? tells(spent),
      numberOf(limits.activeMs),
      'ms',
    ),
  ];
  const costs = models.flatMap(({ costUsd }) => costUsd ?? []);
  const soFar = costs.length === 0 ? undefined : costs.reduce((sum, each) => sum + each, 0);
  const cost = numberOf(usage.costUsd) ?? soFar;
  const maxCost = numberOf(limits.maxCostUsd);
  if (cost !== undefined || maxCost !== undefined) {
    gauges.push(gauge('Cost', cost, maxCost, 'usd'));
  }
  return gauges;
}

function gauge(
  name: string,
  used: number | undefined,
  limit: number | undefined,
  unit: Gauge['unit'] = 'count',
): Gauge {
  return { name, used, limit, unit, state: stateOf(used, limit) };
}

function stateOf(used: number | undefined, limit: number | undefined): Gauge['state'] {
  if (limit === undefined) return 'unlimited';
  if (used === undefined) return 'free';
  if (used >= limit) return 'full';
  return used >= limit * 0.8 ? 'near' : 'free';
}

function sumOf(value: unknown, names?: readonly string[]): number | undefined {
  const record: Loose = recordOf(value);
  const numbers = (names ?? Object.keys(record)).flatMap((name) => numberOf(record[name]) ?? []);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0);
}

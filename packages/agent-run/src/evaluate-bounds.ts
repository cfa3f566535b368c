import type { ToolRegistry } from '@loopwright/tool-registry';
import { isAgentTool } from './agent-tool.ts';
import type { Bounds, Prices } from './bounds.ts';
import { checkTools } from './check-tools.ts';
import type { Limits } from './limits.ts';
import type { Allowance } from './role.ts';

/** Evaluates the published bound of a configuration. @throws ConfigurationError when `tools` is no registry. */
export function evaluateBounds(configuration: {
  allowance: Allowance;
  limits: Limits;
  tools: ToolRegistry;
  prices?: Prices | undefined;
  /** Tool calls that the strategy can make whatever the limit, for example steps times calls a step. */
  strategyToolCalls?: number | undefined;
}): Bounds {
  const { allowance, limits, tools, prices, strategyToolCalls = Infinity } = configuration;
  checkTools(tools);
  const modelCalls = Object.values(allowance).reduce((sum, calls) => sum + calls, 0);
  const toolCalls = Math.min(limits.maxToolCalls, strategyToolCalls);
  const largestChild = Math.max(
    0,
    ...[...tools.tools.values()].map((tool) => (isAgentTool(tool) ? tool.bounds.modelCalls : 0)),
  );
  const children = toolCalls * largestChild;
  return {
    modelCalls,
    perRole: allowance,
    toolCalls,
    children,
    attempts: limits.attempts * (modelCalls + children),
    tokens: limits.maxTokens ?? null,
    costUsd: limits.maxCostUsd ?? costOfTokens(limits.maxTokens, prices),
  };
}

function costOfTokens(tokens: number | undefined, prices: Prices | undefined): number | null {
  const perMillion = Object.values(prices ?? {}).flatMap((price) => [
    price.inputPerMillionUsd,
    price.outputPerMillionUsd,
  ]);
  if (tokens === undefined || perMillion.length === 0) return null;
  return (tokens * Math.max(...perMillion)) / 1_000_000;
}

import type { ToolRegistry } from '@loopwright/tool-registry';
import { isAgentTool } from './agent-tool.ts';
import type { Limits } from './limits.ts';
import type { Allowance } from './role.ts';

/** The most a run can use, known before it starts and enforced while it runs (R3, DESIGN "bounds are data"). */
export type Bounds = {
  /** Model calls of the run's own roles together. */
  modelCalls: number;
  perRole: Allowance;
  /** Tool calls that start. */
  toolCalls: number;
  /** Model calls of sub-agents: tool calls times the largest bound of a sub-agent tool. */
  children: number;
  /** Requests sent: attempts times all model calls. */
  attempts: number;
  /** The token limit, or null without one. One call in flight may pass it. */
  tokens: number | null;
  /** The money limit, or what the token limit costs at most; null when neither is known. */
  costUsd: number | null;
};

/** The price of a model in USD for a million tokens. */
export type Price = {
  inputPerMillionUsd: number;
  outputPerMillionUsd: number;
  /** Default: the input price. */
  cachedInputPerMillionUsd?: number;
};

/** Prices by model id. */
export type Prices = Readonly<Record<string, Price>>;

/** Evaluates the published bound of a configuration. */
export function evaluateBounds(configuration: {
  allowance: Allowance;
  limits: Limits;
  tools: ToolRegistry;
  prices?: Prices | undefined;
  /** Tool calls that the strategy can make whatever the limit, for example steps times calls a step. */
  strategyToolCalls?: number | undefined;
}): Bounds {
  const { allowance, limits, tools, prices, strategyToolCalls = Infinity } = configuration;
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

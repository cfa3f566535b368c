import type { Model, Prices, Usage } from '@loopwright/agent-run';
import { costOf } from '@loopwright/agent-run';

/** What a model made of others says of itself: it streams when all of them do, and retries when one of them does. */
export function traitsOf(models: readonly Model[]): Pick<Model, 'streams' | 'retries'> {
  return {
    ...(models.every(({ streams }) => streams) ? { streams: true } : {}),
    ...(models.some(({ retries }) => retries) ? { retries: true } : {}),
  };
}

/** What a call of a model cost: what it says itself, or by its price. Null when the tokens or the price are unknown. */
export function knownCost(
  usage: Partial<Usage> | undefined,
  modelId: string,
  prices: Prices | undefined,
): number | null {
  const said = amountOf(usage?.costUsd);
  if (said !== null) return said;
  const inputTokens = amountOf(usage?.inputTokens);
  const outputTokens = amountOf(usage?.outputTokens);
  const cachedInputTokens = amountOf(usage?.cachedInputTokens);
  if (inputTokens === null || outputTokens === null) return null;
  const price = prices && Object.hasOwn(prices, modelId) ? prices[modelId] : undefined;
  return costOf({ ...usage, inputTokens, outputTokens, cachedInputTokens, costUsd: null }, price);
}

/** A number of tokens or USD that somebody reported; null for anything else, never 0. */
export function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

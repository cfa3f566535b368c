import type { Usage } from '@loopwright/agent-run';

/**
 * What a usage block of the API says. Its `input_tokens` leave out what the cache had part in. What was not reported is
 * null: some servers write 0 for what they do not count, and no request has an input of nothing.
 */
export function readUsage(given: unknown): Usage {
  const usage = Object(given) as Record<string, unknown>;
  const uncached = count(usage.input_tokens);
  const read = count(usage.cache_read_input_tokens);
  const written = count(usage.cache_creation_input_tokens);
  const details = Object(usage.output_tokens_details) as Record<string, unknown>;
  const inputTokens = uncached === null ? null : uncached + (read ?? 0) + (written ?? 0) || null;
  const outputTokens = count(usage.output_tokens);
  return {
    inputTokens,
    outputTokens: inputTokens === null ? outputTokens || null : outputTokens,
    cachedInputTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: count(details.thinking_tokens),
    costUsd: null,
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

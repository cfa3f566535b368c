import type { Usage } from '@loopwright/agent-run';
import { countOf, fieldsOf } from '../shared/fields.ts';

/**
 * What a usage block of the API says. Its `input_tokens` leave out what the cache had part in. What was not reported is
 * null: some servers write 0 for what they do not count, and no request has an input of nothing.
 */
export function readUsage(given: unknown): Usage {
  const usage = fieldsOf(given);
  const uncached = countOf(usage.input_tokens);
  const read = countOf(usage.cache_read_input_tokens);
  const written = countOf(usage.cache_creation_input_tokens);
  const details = fieldsOf(usage.output_tokens_details);
  const inputTokens = uncached === null ? null : uncached + (read ?? 0) + (written ?? 0) || null;
  const outputTokens = countOf(usage.output_tokens);
  return {
    inputTokens,
    outputTokens: inputTokens === null ? outputTokens || null : outputTokens,
    cachedInputTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: countOf(details.thinking_tokens),
    costUsd: null,
  };
}

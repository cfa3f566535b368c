import type { Usage } from '@loopwright/agent-run';
import { countOf, fieldsOf } from '../shared/fields.ts';

/**
 * The usage of a completion. Input is all of it, cached or not. What was not reported is null: some servers write 0 for
 * what they do not count, and no request has an input of nothing.
 */
export function readUsage(reported: unknown): Usage {
  const usage = fieldsOf(reported);
  const input = fieldsOf(usage.prompt_tokens_details);
  const output = fieldsOf(usage.completion_tokens_details);
  const inputTokens = countOf(usage.prompt_tokens) || null;
  const outputTokens = countOf(usage.completion_tokens);
  return {
    inputTokens,
    outputTokens: inputTokens === null ? outputTokens || null : outputTokens,
    cachedInputTokens: countOf(input.cached_tokens),
    cacheWriteTokens: countOf(input.cache_write_tokens),
    reasoningTokens: countOf(output.reasoning_tokens),
    costUsd: null,
  };
}

import type { FinishReason, Usage } from '@loopwright/agent-run';
import { fieldsOf } from './language-model.ts';

/** Why the model stopped; `broken` when what came of it is no answer. */
export type ReadFinish = { finish: FinishReason | 'broken'; rawFinish?: string };

const finishes: Readonly<Record<string, FinishReason | 'broken'>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'refusal',
  'tool-calls': 'tool_calls',
  error: 'broken',
  interrupted: 'broken',
};

/** Reads a finish reason: a word in version 2, `{ unified, raw }` since. */
export function readFinish(given: unknown): ReadFinish {
  const { unified = given, raw = given } = fieldsOf(given);
  const rawFinish = typeof raw === 'string' ? { rawFinish: raw } : {};
  if (typeof raw === 'string' && raw.includes('context_window')) {
    return { finish: 'context_window', ...rawFinish };
  }
  const known = typeof unified === 'string' && Object.hasOwn(finishes, unified);
  return { finish: known ? finishes[unified]! : 'unknown', ...rawFinish };
}

/**
 * What packages begin a stream with, and end it with when their server never said how the reply ended: no word of the
 * server's stands beside it.
 */
export function isInitialFinish(given: unknown): boolean {
  const { unified, raw } = fieldsOf(given);
  return unified === 'other' && raw === undefined;
}

/** Reads usage: flat in version 2, nested since. What is not reported is null, never 0. */
export function readUsage(given: unknown): Usage {
  const usage = fieldsOf(given);
  const input = fieldsOf(usage.inputTokens);
  const output = fieldsOf(usage.outputTokens);
  return {
    inputTokens: count(usage.inputTokens) ?? count(input.total),
    outputTokens: count(usage.outputTokens) ?? count(output.total),
    cachedInputTokens: count(usage.cachedInputTokens) ?? count(input.cacheRead),
    cacheWriteTokens: count(input.cacheWrite),
    reasoningTokens: count(usage.reasoningTokens) ?? count(output.reasoning),
    costUsd: null,
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

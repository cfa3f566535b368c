import type { FinishReason, Usage } from '@loopwright/agent-run';
import { countOf, fieldsOf } from '../shared/fields.ts';
import { reportedTokens } from '../shared/reported-tokens.ts';

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
    ...reportedTokens(
      countOf(usage.inputTokens) ?? countOf(input.total),
      countOf(usage.outputTokens) ?? countOf(output.total),
    ),
    cachedInputTokens: countOf(usage.cachedInputTokens) ?? countOf(input.cacheRead),
    cacheWriteTokens: countOf(input.cacheWrite),
    reasoningTokens: countOf(usage.reasoningTokens) ?? countOf(output.reasoning),
    costUsd: null,
  };
}

/** The warnings of all versions of the specification as sentences. */
export function readWarnings(given: unknown): string[] {
  if (!Array.isArray(given)) return [];
  return given.map(fieldsOf).map((warning) => {
    const { type, message, details } = warning;
    const subject =
      warning.setting ?? warning.feature ?? fieldsOf(warning.tool).name ?? 'a setting';
    const detail = typeof details === 'string' && details !== '' ? `: ${details}` : '';
    if (typeof message === 'string') return message;
    if (type === 'compatibility') return `${String(subject)} is imitated${detail}`;
    return `${String(subject)} is not honoured: the model does not support it${detail}`;
  });
}

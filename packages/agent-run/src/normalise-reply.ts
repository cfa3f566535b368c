import { toJson } from '@loopwright/core-parser';
import { withCallIds } from './call-ids.ts';
import { type FinishReason, finishReasons, type ModelReply, type Usage } from './model.ts';

const charsPerToken = 4;

/**
 * Makes a whole reply out of whatever a model resolved with, or nothing when there is no text. Usage that was not
 * reported is estimated and marked: an unknown number must not count as zero.
 */
export function normaliseReply(
  given: unknown,
  { chars, turn }: { chars: number; turn: number },
): ModelReply | undefined {
  const raw = read(given);
  if (!raw || typeof raw.text !== 'string') return undefined;
  const text = raw.text;
  const toolCalls = withCallIds(Array.isArray(raw.toolCalls) ? raw.toolCalls : [], turn);
  const finish = finishReasons.includes(raw.finish as FinishReason)
    ? (raw.finish as FinishReason)
    : raw.finish === undefined
      ? 'stop'
      : 'unknown';
  const replyChars = text.length + toolCalls.reduce((sum, call) => sum + call.args.length, 0);
  return {
    text,
    toolCalls,
    finish,
    ...(typeof raw.rawFinish === 'string' ? { rawFinish: raw.rawFinish } : {}),
    usage: normaliseUsage(raw.usage, chars, replyChars),
    ...(raw.opaque === undefined ? {} : { opaque: toJson(raw.opaque) }),
    warnings: Array.isArray(raw.warnings)
      ? raw.warnings.filter((each) => typeof each === 'string')
      : [],
  };
}

/** What an attempt may have cost that gave nothing: the request, as far as it can be told from its length. */
export function lostUsage(requestChars: number): Usage {
  const inputTokens = Math.ceil(requestChars / charsPerToken);
  return {
    inputTokens,
    outputTokens: null,
    cachedInputTokens: null,
    costUsd: null,
    estimated: true,
  };
}

function read(given: unknown): Record<string, unknown> | undefined {
  try {
    return typeof given === 'object' && given !== null ? { ...given } : undefined;
  } catch {
    return undefined;
  }
}

function normaliseUsage(given: unknown, requestChars: number, replyChars: number): Usage {
  const usage = read(given) ?? {};
  const inputTokens = count(usage.inputTokens);
  const outputTokens = count(usage.outputTokens);
  return {
    inputTokens: inputTokens ?? Math.ceil(requestChars / charsPerToken),
    outputTokens: outputTokens ?? Math.ceil(replyChars / charsPerToken),
    cachedInputTokens: count(usage.cachedInputTokens),
    ...known('cacheWriteTokens', count(usage.cacheWriteTokens)),
    ...known('reasoningTokens', count(usage.reasoningTokens)),
    costUsd: count(usage.costUsd),
    ...(inputTokens === null || outputTokens === null ? { estimated: true } : {}),
  };
}

function known(name: 'cacheWriteTokens' | 'reasoningTokens', value: number | null): Partial<Usage> {
  return value === null ? {} : { [name]: value };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

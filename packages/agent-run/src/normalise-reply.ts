import { toJson } from '@loopwright/core-parser';
import {
  type FinishReason,
  finishReasons,
  type ModelReply,
  type RawCall,
  type Usage,
} from './model.ts';

const charsPerToken = 4;

/**
 * Makes a whole reply out of whatever a model resolved with, or nothing when there is no text. Usage that was not
 * reported is estimated and marked: an unknown number must not count as zero.
 */
export function normaliseReply(given: unknown, requestChars: number): ModelReply | undefined {
  const raw = read(given);
  if (!raw || typeof raw.text !== 'string') return undefined;
  const text = raw.text;
  const toolCalls = Array.isArray(raw.toolCalls)
    ? raw.toolCalls.map(toRawCall).filter((call) => call !== undefined)
    : [];
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
    usage: normaliseUsage(raw.usage, requestChars, replyChars),
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

function toRawCall(given: unknown): RawCall | undefined {
  const call = read(given);
  if (!call || typeof call.name !== 'string') return undefined;
  const args = typeof call.args === 'string' ? call.args : JSON.stringify(toJson(call.args ?? {}));
  return { id: typeof call.id === 'string' ? call.id : '', name: call.name, args };
}

function normaliseUsage(given: unknown, requestChars: number, replyChars: number): Usage {
  const usage = read(given) ?? {};
  const inputTokens = count(usage.inputTokens);
  const outputTokens = count(usage.outputTokens);
  return {
    inputTokens: inputTokens ?? Math.ceil(requestChars / charsPerToken),
    outputTokens: outputTokens ?? Math.ceil(replyChars / charsPerToken),
    cachedInputTokens: count(usage.cachedInputTokens),
    costUsd: count(usage.costUsd),
    ...(inputTokens === null || outputTokens === null ? { estimated: true } : {}),
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

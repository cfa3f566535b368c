import type { FinishReason, RawCall } from '@loopwright/agent-run';
import type { WireReply, WireRequest, WireUsage } from './wire-types.ts';

const charsPerToken = 4;

/** A reply as the server sends it: cut at stop sequences and at the most tokens, with usage and an end. */
export type FinishedReply = {
  readonly text: string;
  readonly toolCalls: readonly RawCall[];
  readonly finish: FinishReason;
  readonly rawFinish: string | undefined;
  readonly usage: Required<WireUsage>;
  readonly thinking: string;
  readonly refusal: string;
  /** The stop sequence that ended the text. */
  readonly stoppedAt: string | undefined;
};

/** What a server makes of what its model says. */
export function finishReply(
  request: WireRequest,
  reply: WireReply,
  honoursStop: boolean,
): FinishedReply {
  const { thinking = '', refusal = '', rawFinish } = reply;
  const said = reply.text ?? '';
  const [at, stoppedAt] = honoursStop ? findStop(said, request.stop) : [said.length, undefined];
  const mostChars = (request.maxTokens ?? Number.POSITIVE_INFINITY) * charsPerToken;
  const text = said.slice(0, Math.min(at, mostChars));
  const isTooLong = text.length < at;
  const toolCalls = isTooLong || stoppedAt !== undefined ? [] : (reply.toolCalls ?? []);
  const written = [text, thinking, refusal, ...toolCalls.map(({ name, args }) => name + args)];
  const finish = isTooLong ? 'length' : refusal === '' ? endOf(toolCalls) : 'refusal';
  return {
    text,
    toolCalls,
    finish: isTooLong ? 'length' : (reply.finish ?? finish),
    rawFinish,
    usage: {
      inputTokens: countTokens(request.bodyText),
      outputTokens: countTokens(written.join('')),
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: countTokens(thinking),
      ...reply.usage,
    },
    thinking,
    refusal,
    stoppedAt: isTooLong ? undefined : stoppedAt,
  };
}

function endOf(toolCalls: readonly RawCall[]): FinishReason {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}

function findStop(text: string, stops: readonly string[]): [number, string | undefined] {
  let first: [number, string | undefined] = [text.length, undefined];
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (at !== -1 && at < first[0]) first = [at, stop];
  }
  return first;
}

function countTokens(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

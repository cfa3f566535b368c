import type { FinishReason, RawCall } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import type { FinishedReply } from './finish-reply.ts';
import type { WireQuirks } from './quirks.ts';
import { readArguments } from './read-arguments.ts';
import { textPieces } from './text-pieces.ts';
import type { WireRequest } from './wire-types.ts';

const rawFinishes: Record<FinishReason, string> = {
  stop: 'stop',
  tool_calls: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
  context_window: 'length',
  unknown: 'unknown',
};

/** The body of a chat completion. */
export function chatBody(
  { model }: WireRequest,
  reply: FinishedReply,
  quirks: WireQuirks,
  id: string,
): JsonObject {
  const { text, toolCalls, refusal } = reply;
  const isSilent = text === '' && (toolCalls.length > 0 || refusal !== '');
  const message = {
    role: 'assistant',
    content: isSilent ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...(toolCalls.length === 0
      ? {}
      : { tool_calls: toolCalls.map((call) => chatCall(call, quirks)) }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishOf(reply, quirks) };
  const head = { id, object: 'chat.completion', created: 1_700_000_000, model };
  return { ...head, choices: [choice], usage: chatUsage(reply) };
}

/** The same as a stream of chunks. */
export function chatFrames(
  request: WireRequest,
  reply: FinishedReply,
  quirks: WireQuirks,
  id: string,
): string[] {
  const { text, toolCalls, refusal } = reply;
  const head = {
    id,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: request.model,
  };
  const usage = request.includesUsage && request.stream ? { usage: null } : {};
  const chunk = (delta: JsonObject, finish: string | null = null) =>
    frame({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...usage,
    });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...textPieces(text).map((content) => chunk({ content })),
    ...textPieces(refusal).map((piece) => chunk({ refusal: piece })),
    ...toolCalls.flatMap((call, index) =>
      callDeltas(call, index, quirks).map((delta) => chunk({ tool_calls: [delta] })),
    ),
    chunk({}, finishOf(reply, quirks)),
    ...(request.includesUsage ? [frame({ ...head, choices: [], usage: chatUsage(reply) })] : []),
    'data: [DONE]\n\n',
  ];
}

function callDeltas(call: RawCall, index: number, quirks: WireQuirks): JsonObject[] {
  const whole = chatCall(call, quirks);
  if (quirks.callArguments === 'object') return [{ index, ...whole }];
  const opening = { index, ...whole, function: { name: call.name, arguments: '' } };
  const fragments = textPieces(call.args);
  return [opening, ...fragments.map((args) => ({ index, function: { arguments: args } }))];
}

function chatCall({ id, name, args }: RawCall, quirks: WireQuirks): JsonObject {
  const given = quirks.callIds === 'given' ? { id } : {};
  const written = quirks.callArguments === 'text' ? args : readArguments(args);
  return { ...given, type: 'function', function: { name, arguments: written } };
}

function finishOf({ rawFinish, finish }: FinishedReply, { finishWithCalls }: WireQuirks): string {
  return rawFinish ?? (finish === 'tool_calls' ? finishWithCalls : rawFinishes[finish]);
}

function chatUsage({ usage }: FinishedReply): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

function frame(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

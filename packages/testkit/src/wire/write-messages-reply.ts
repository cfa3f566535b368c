import type { FinishReason } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import type { FinishedReply } from './finish-reply.ts';
import { readArguments } from './read-arguments.ts';
import { signatureOf } from './signature.ts';
import { textPieces } from './text-pieces.ts';
import type { WireRequest } from './wire-types.ts';

const rawFinishes: Record<FinishReason, string> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  context_window: 'model_context_window_exceeded',
  unknown: 'unknown',
};

/** The body of a message. */
export function messageBody({ model }: WireRequest, reply: FinishedReply, id: string): JsonObject {
  return {
    ...emptyMessage(model, id),
    content: blocksOf(reply).map(({ block }) => block),
    ...endOf(reply),
    usage: messageUsage(reply),
  };
}

/** The same as a stream of events. */
export function messageFrames({ model }: WireRequest, reply: FinishedReply, id: string): string[] {
  const usage = { ...messageUsage(reply), output_tokens: 1 };
  const blocks = blocksOf(reply).flatMap(({ empty, deltas }, index) => [
    event('content_block_start', { index, content_block: empty }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]);
  return [
    event('message_start', { message: { ...emptyMessage(model, id), usage } }),
    event('ping', {}),
    ...blocks,
    event('message_delta', {
      delta: endOf(reply),
      usage: { output_tokens: reply.usage.outputTokens },
    }),
    event('message_stop', {}),
  ];
}

type WrittenBlock = { block: JsonObject; empty: JsonObject; deltas: JsonObject[] };

function blocksOf({ thinking, text, refusal, toolCalls }: FinishedReply): WrittenBlock[] {
  const said = text === '' ? refusal : text;
  const signature = signatureOf(thinking);
  return [
    ...(thinking === ''
      ? []
      : [
          {
            block: { type: 'thinking', thinking, signature },
            empty: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...textPieces(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
              { type: 'signature_delta', signature },
            ],
          },
        ]),
    ...(said === ''
      ? []
      : [
          {
            block: { type: 'text', text: said },
            empty: { type: 'text', text: '' },
            deltas: textPieces(said).map((piece) => ({ type: 'text_delta', text: piece })),
          },
        ]),
    ...toolCalls.map(({ id, name, args }) => ({
      block: { type: 'tool_use', id, name, input: readArguments(args) },
      empty: { type: 'tool_use', id, name, input: {} },
      deltas: ['', ...textPieces(args)].map((piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      })),
    })),
  ];
}

function emptyMessage(model: string, id: string): JsonObject {
  const head = { id, type: 'message', role: 'assistant', model, content: [] };
  return { ...head, stop_reason: null, stop_sequence: null };
}

function endOf({ rawFinish, finish, stoppedAt }: FinishedReply): JsonObject {
  const reason = stoppedAt === undefined ? rawFinishes[finish] : 'stop_sequence';
  return { stop_reason: rawFinish ?? reason, stop_sequence: stoppedAt ?? null };
}

/** Here the input tokens are those that have nothing to do with the cache. */
function messageUsage({ usage }: FinishedReply): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage;
  return {
    input_tokens: inputTokens - cachedInputTokens - cacheWriteTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
  };
}

function event(type: string, data: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

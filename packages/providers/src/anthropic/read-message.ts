import type { FinishReason } from '@loopwright/agent-run';
import { fieldsOf } from '../shared/fields.ts';
import type { ProviderReply } from '../shared/provider-model.ts';
import { unexpectedBody } from '../shared/unexpected-body.ts';
import { type ContentBlock, provider, readBlocks, toOpaque } from './content-block.ts';
import { readUsage } from './read-usage.ts';

/** What came of a message, whole or streamed. */
export type ReceivedMessage = {
  readonly content: readonly ContentBlock[];
  /** The arguments of a call as text, where they came as text. */
  readonly rawArguments?: ReadonlyMap<ContentBlock, string>;
  /** True when reading ended at a stop sequence. */
  readonly isCut: boolean;
  readonly stopReason: unknown;
  readonly stopDetails: unknown;
  readonly usage: unknown;
};

/** Reads a message that came whole. @throws ModelCallError when it is none */
export function readMessage(body: unknown, onText: (piece: string) => boolean): ProviderReply {
  const message = fieldsOf(body);
  if (!Array.isArray(message.content)) throw unexpectedBody(body, provider);
  const blocks = readBlocks(message.content);
  const last = blocks.findIndex(({ type, text }) => type === 'text' && !onText(String(text ?? '')));
  return toReply({
    content: last === -1 ? blocks : blocks.slice(0, last + 1),
    isCut: last !== -1,
    stopReason: message.stop_reason,
    stopDetails: message.stop_details,
    usage: message.usage,
  });
}

export function toReply(message: ReceivedMessage): ProviderReply {
  const { content, rawArguments, isCut, stopReason, stopDetails, usage } = message;
  const toolCalls = content
    .filter(({ type }) => type === 'tool_use')
    .map((block) => ({
      id: block.id,
      name: block.name,
      args: rawArguments?.get(block) ?? block.input,
    }));
  return {
    toolCalls,
    finish: finishOf(stopReason, toolCalls.length > 0, isCut),
    ...(typeof stopReason === 'string' ? { rawFinish: stopReason } : {}),
    usage: readUsage(usage),
    ...(content.length > 0 ? { opaque: toOpaque(content) } : {}),
    warnings: refusalOf(stopDetails),
  };
}

const finishes = new Map<unknown, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
]);

/** Calls that are there count, and calls that are not there do not, whatever the server called the end. */
function finishOf(stopReason: unknown, hasCalls: boolean, isCut: boolean): FinishReason {
  const said = finishes.get(stopReason) ?? 'unknown';
  if (said === 'refusal') return said;
  const isNormal = isCut || said === 'stop' || said === 'tool_calls';
  if (isNormal) return hasCalls ? 'tool_calls' : 'stop';
  return said;
}

function refusalOf(details: unknown): string[] {
  const { category, explanation } = fieldsOf(details);
  const said = [category, explanation].filter((each) => typeof each === 'string');
  return said.length === 0 ? [] : [`the provider says of its refusal: ${said.join(', ')}`];
}

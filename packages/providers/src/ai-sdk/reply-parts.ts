import type { Message, RawCall } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { fieldsOf } from '../shared/fields.ts';
import { isSendableIdOf, sendableArguments } from '../shared/sendable-calls.ts';
import type { AssistantPart, ProviderData } from './language-model.ts';

/** One part of a reply that came, in order; `data` is what the provider package wants back with it. */
export type ReplyPart = {
  type: 'text' | 'reasoning' | 'tool-call';
  text: string;
  /** Of a tool call. */
  id?: string;
  data?: ProviderData;
};

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/**
 * What has to be sent back unchanged beside text and calls, if there is anything: thinking, its signatures, and what the
 * provider hung on the parts. `origin` names the provider, for no other one takes it.
 */
export function opaqueOf(parts: readonly ReplyPart[], origin: string): Json | undefined {
  const isNeeded = parts.some(({ type, data }) => type === 'reasoning' || data !== undefined);
  return isNeeded ? ({ provider: origin, content: parts } as unknown as Json) : undefined;
}

/** Whether what a turn carries is of this provider. */
export function isOwnOpaque(opaque: Json, origin: string): boolean {
  return ownParts(opaque, origin).length > 0;
}

/** The parts of an assistant's turn: as they came when the same provider made them, text and calls otherwise. */
export function assistantParts(message: AssistantMessage, origin: string): AssistantPart[] {
  const { text, toolCalls } = message;
  const parts = ownParts(message.opaque, origin);
  // A text that was cut, or a call that was left out, no longer stands as it came.
  const came = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const isSameText = came === text;
  const partIds = new Set(parts.map(({ id }) => id));
  const isPartOf = ({ id }: RawCall, part: ReplyPart) =>
    id === part.id || (!partIds.has(id) && isSendableIdOf(id, part.id ?? ''));
  let callsSent = 0;
  const sent: AssistantPart[] = [];
  for (const part of parts) {
    const options = part.data === undefined ? {} : { providerOptions: part.data };
    if (part.type === 'reasoning') sent.push({ type: 'reasoning', text: part.text, ...options });
    if (part.type === 'text' && isSameText && part.text.trim() !== '') {
      sent.push({ type: 'text', text: part.text, ...options });
    }
    const call = toolCalls[callsSent];
    if (part.type !== 'tool-call' || !call || !isPartOf(call, part)) continue;
    sent.push({ ...callPart(call), ...options });
    callsSent += 1;
  }
  if (!isSameText && text.trim() !== '') {
    const at = sent.findIndex(({ type }) => type === 'tool-call');
    sent.splice(at === -1 ? sent.length : at, 0, { type: 'text', text });
  }
  return [...sent, ...toolCalls.slice(callsSent).map(callPart)];
}

function ownParts(opaque: Json | undefined, origin: string): ReplyPart[] {
  const kept = fieldsOf(opaque);
  if (kept.provider !== origin || !Array.isArray(kept.content)) return [];
  return kept.content.filter((part) => typeof fieldsOf(part).text === 'string') as ReplyPart[];
}

function callPart({ id, name, args }: RawCall): AssistantPart {
  return { type: 'tool-call', toolCallId: id, toolName: name, input: sendableArguments(args) };
}

import type { Message, RawCall } from '@loopwright/agent-run';
import { type Json, type JsonObject, toJson } from '@loopwright/core-parser';
import { type AssistantPart, fieldsOf, type ProviderData } from './language-model.ts';

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

/** The parts of an assistant's turn: as they came when the same provider made them, text and calls otherwise. */
export function assistantParts(message: AssistantMessage, origin: string): AssistantPart[] {
  const { text, toolCalls } = message;
  const parts = ownParts(message.opaque, origin);
  // A text that was cut, or a call that was left out, no longer stands as it came.
  const came = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const isSameText = came === text;
  const calls = new Map(toolCalls.map((call) => [call.id, call]));
  const sent: AssistantPart[] = [];
  for (const part of parts) {
    const options = part.data === undefined ? {} : { providerOptions: part.data };
    if (part.type === 'reasoning') sent.push({ type: 'reasoning', text: part.text, ...options });
    if (part.type === 'text' && isSameText && part.text.trim() !== '') {
      sent.push({ type: 'text', text: part.text, ...options });
    }
    const call = part.type === 'tool-call' ? calls.get(part.id ?? '') : undefined;
    if (!call) continue;
    sent.push({ ...callPart(call), ...options });
    calls.delete(call.id);
  }
  if (!isSameText && text.trim() !== '') {
    const at = sent.findIndex(({ type }) => type === 'tool-call');
    sent.splice(at === -1 ? sent.length : at, 0, { type: 'text', text });
  }
  return [...sent, ...[...calls.values()].map(callPart)];
}

function ownParts(opaque: Json | undefined, origin: string): ReplyPart[] {
  const kept = fieldsOf(opaque);
  if (kept.provider !== origin || !Array.isArray(kept.content)) return [];
  return kept.content.filter((part) => typeof fieldsOf(part).text === 'string') as ReplyPart[];
}

function callPart({ id, name, args }: RawCall): AssistantPart {
  return { type: 'tool-call', toolCallId: id, toolName: name, input: inputOf(args) };
}

/** Providers take an object alone. Arguments that are none are shown under a name of their own. */
function inputOf(args: string): JsonObject {
  if (args.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return toJson(value) as JsonObject;
    }
  } catch {
    // Told by what follows.
  }
  return { unreadable: args.toWellFormed() };
}

import type { DurableEvent, Message, ModelReply, RawCall } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { safely } from './safely.ts';

type ModelEvent = Extract<DurableEvent, { type: 'model' }>;

/**
 * What a model was asked, in the form of the conventions: the parts that the last request of the same role did not have.
 * The first request of a role begins with its system prompt and its settings.
 */
export function inputOf({ key, appended }: Pick<ModelEvent, 'key' | 'appended'>): {
  system?: string;
  messages: Json[];
} {
  if (!key.endsWith(':0')) return { messages: appended.map(messageOf) };
  const [system = '', , ...parts] = appended;
  return { system, messages: parts.map(messageOf) };
}

/** What a model answered, in the form of the conventions. */
export function outputOf({ text, toolCalls, finish }: ModelReply): Json {
  return { ...assistant({ text, toolCalls }), finish_reason: finish };
}

/** A user's text stands as it is; every other message is JSON. */
function messageOf(part: string): Json {
  const message = part.startsWith('{') ? safely(() => JSON.parse(part) as Message) : undefined;
  if (message?.role === 'assistant' && Array.isArray(message.toolCalls)) return assistant(message);
  if (message?.role === 'tool') {
    const { id, text } = message;
    return { role: 'tool', parts: [{ type: 'tool_call_response', id, response: text }] };
  }
  return { role: 'user', parts: [{ type: 'text', content: part }] };
}

function assistant({ text, toolCalls }: { text: string; toolCalls: readonly RawCall[] }) {
  const calls = toolCalls.map(({ id, name, args }) => ({
    type: 'tool_call',
    id,
    name,
    arguments: args,
  }));
  const texts = text === '' ? [] : [{ type: 'text', content: text }];
  return { role: 'assistant', parts: [...texts, ...calls] };
}

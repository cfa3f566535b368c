import type { Message, ModelRequest } from '@loopwright/agent-run';
import { type ChatCall, toChatCall } from './chat-calls.ts';
import { fromOpaque } from './replay-fields.ts';

/** A message as chat completions want it. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ChatCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

/**
 * A sendable conversation as chat completions: texts as plain strings, which is the one form that every server reads. A
 * conversation that grows at its end comes out as a text that grows at its end.
 */
export function toChatMessages(
  { system, messages }: ModelRequest,
  replayFields: readonly string[],
): ChatMessage[] {
  const chat = messages.map((message) => toChatMessage(message, replayFields));
  return system === '' ? chat : [{ role: 'system', content: system }, ...chat];
}

function toChatMessage(message: Message, replayFields: readonly string[]): ChatMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: joinBlocks(message.blocks) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: resultText(message) };
    case 'assistant': {
      const { text, toolCalls, opaque } = message;
      const replayed = fromOpaque(opaque, replayFields);
      if (toolCalls.length === 0) return { role: 'assistant', content: text, ...replayed };
      // Some servers refuse an empty text beside calls.
      const content = text.trim() === '' ? null : text;
      return { role: 'assistant', content, tool_calls: toolCalls.map(toChatCall), ...replayed };
    }
  }
}

/** Each block begins on a line of its own. */
function joinBlocks(blocks: readonly string[]): string {
  let joined = '';
  for (const block of blocks) {
    if (joined !== '' && !joined.endsWith('\n')) joined += '\n';
    joined += block;
  }
  return joined;
}

/** The format has no field for a failure, so the text has to say it. */
function resultText({ text, isError }: Extract<Message, { role: 'tool' }>): string {
  const says = /^ERROR(?:\[|:)/.test(text.trimStart());
  return isError && !says ? `ERROR: ${text}` : text;
}

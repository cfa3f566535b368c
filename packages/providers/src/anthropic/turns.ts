import type { Message } from '@loopwright/agent-run';
import { assistantContent } from './assistant-content.ts';
import { type ContentBlock, isBlank, type Turn, textBlocks } from './content-block.ts';

type ToolResult = Extract<Message, { role: 'tool' }>;

const emptyError = 'ERROR: the tool failed and said nothing';

/**
 * A sendable conversation as turns of the API: they alternate, and the results of a turn's calls stand first in the
 * message behind it. Each block of the user stays a block of its own, so that what was cached is found again.
 */
export function toTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') add(turns, 'assistant', assistantContent(message));
    else if (message.role === 'tool') add(turns, 'user', [toolResult(message)]);
    else add(turns, 'user', message.blocks.flatMap(textBlocks));
  }
  return turns;
}

function add(turns: Turn[], role: Turn['role'], content: readonly ContentBlock[]): void {
  if (content.length === 0) return;
  const last = turns.at(-1);
  if (last?.role !== role) turns.push({ role, content: [...content] });
  else for (const block of content) last.content.push(block);
}

/** An empty result is one without content; an error without content is refused. */
function toolResult({ id, text, isError }: ToolResult): ContentBlock {
  const content = isBlank(text) ? (isError ? emptyError : undefined) : text;
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(content === undefined ? {} : { content }),
    ...(isError ? { is_error: true } : {}),
  };
}

import type { Message } from '@loopwright/agent-run';
import { assistantContent } from './assistant-content.ts';
import { type ContentBlock, isBlank, type Turn, textBlocks } from './content-block.ts';
import { createToolUseIds } from './tool-use-ids.ts';

type ToolResult = Extract<Message, { role: 'tool' }>;

const opening = 'The beginning of this conversation is not shown.';
const goOn = 'Continue.';
const emptyError = 'ERROR: the tool failed and said nothing';

/**
 * A sendable conversation as turns of the API: they alternate, begin and end with the user, and the results of a turn's
 * calls stand first in the message behind it. Each block of the user stays a block of its own, so that what was cached
 * is found again.
 */
export function toTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  const toUseIds = createToolUseIds();
  let ids: ReadonlyMap<string, string> = new Map();
  for (const message of messages) {
    if (message.role === 'assistant') {
      const given = message.toolCalls.map(({ id }) => id);
      const taken = toUseIds(given);
      ids = new Map(given.map((id, index) => [id, taken[index]!]));
      add(turns, 'assistant', assistantContent(message, taken));
    } else if (message.role === 'tool') {
      add(turns, 'user', [toolResult(message, ids.get(message.id) ?? message.id)]);
    } else {
      add(turns, 'user', message.blocks.flatMap(textBlocks));
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: textBlocks(opening) });
  if (turns.at(-1)?.role !== 'user') add(turns, 'user', textBlocks(goOn));
  return turns;
}

function add(turns: Turn[], role: Turn['role'], content: readonly ContentBlock[]): void {
  if (content.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...content);
  else turns.push({ role, content: [...content] });
}

/** An empty result is one without content; an error without content is refused. */
function toolResult({ text, isError }: ToolResult, id: string): ContentBlock {
  const content = isBlank(text) ? (isError ? emptyError : undefined) : text.toWellFormed();
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(content === undefined ? {} : { content }),
    ...(isError ? { is_error: true } : {}),
  };
}

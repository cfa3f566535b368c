import type { Message } from '@loopwright/agent-run';
import { toJson } from '@loopwright/core-parser';
import { areCallsOf, sendableArguments } from '../shared/sendable-calls.ts';
import { type ContentBlock, fromOpaque, isThought, textBlocks } from './content-block.ts';

type Assistant = Extract<Message, { role: 'assistant' }>;

/**
 * The content of a turn of the model. What was received from this provider goes back as it came, thinking and its
 * signatures byte for byte, only with the names and ids of its calls as they may be sent; a turn from elsewhere, or one
 * that somebody rewrote, is made of its text and its calls.
 */
export function assistantContent(turn: Assistant): ContentBlock[] {
  const received = fromOpaque(turn.opaque);
  if (received && isOf(turn, received)) return withoutLastThoughts(resend(received, turn));
  const calls = turn.toolCalls.map(({ id, name, args }) => ({
    type: 'tool_use',
    ...{ id, name, input: sendableArguments(args) },
  }));
  return [...textBlocks(turn.text), ...calls];
}

/** The text of a turn may be shorter than what was received: it ends at a stop sequence. */
function isOf({ text, toolCalls }: Assistant, received: readonly ContentBlock[]): boolean {
  const calls = received
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name }) => ({ id, name }));
  return (
    areCallsOf(toolCalls, calls) && received.map(blockText).join('').toWellFormed().startsWith(text)
  );
}

function resend(received: readonly ContentBlock[], { text, toolCalls }: Assistant): ContentBlock[] {
  let textLeft = text.length;
  let callsSeen = 0;
  return received.flatMap((block): ContentBlock[] => {
    switch (block.type) {
      case 'thinking':
        return isSendableThinking(block) ? [block] : [];
      case 'redacted_thinking':
        return [block];
      case 'text': {
        const said = blockText(block).slice(0, textLeft);
        textLeft -= said.length;
        return textBlocks(said).map(({ text }) => ({ ...wellFormed(block), text: text! }));
      }
      case 'tool_use': {
        const { id, name } = toolCalls[callsSeen]!;
        callsSeen += 1;
        return [{ ...wellFormed(block), id, name }];
      }
      default:
        return [wellFormed(block)];
    }
  });
}

/**
 * What was cut before its signature would be refused in every later request, and so would what has no text. An empty text
 * is one: it stands for a thought that is not shown, which its signature holds.
 */
function isSendableThinking({ thinking, signature }: ContentBlock): boolean {
  return typeof thinking === 'string' && typeof signature === 'string' && signature !== '';
}

/** The API refuses a turn that ends while it thinks, as one does that ran out of tokens. */
function withoutLastThoughts(content: readonly ContentBlock[]): ContentBlock[] {
  const last = content.findLastIndex((block) => !isThought(block));
  return content.slice(0, last + 1);
}

function blockText(block: ContentBlock): string {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : '';
}

function wellFormed(block: ContentBlock): ContentBlock {
  return toJson(block) as ContentBlock;
}

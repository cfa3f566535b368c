import type { Message } from '@loopwright/agent-run';
import { toJson } from '@loopwright/core-parser';
import { type ContentBlock, textBlocks } from './content-block.ts';
import { fromOpaque } from './opaque-content.ts';
import { toToolInput } from './tool-input.ts';

type Assistant = Extract<Message, { role: 'assistant' }>;

/**
 * The content of a turn of the model. What was received from this provider goes back as it came, thinking and its
 * signatures byte for byte; a turn from elsewhere, or one that somebody rewrote, is made of its text and its calls.
 *
 * @param ids The ids of the calls as the API takes them.
 */
export function assistantContent(turn: Assistant, ids: readonly string[]): ContentBlock[] {
  const received = fromOpaque(turn.opaque);
  if (received && isOf(turn, received)) {
    return withoutLastThoughts(resend(received, turn.text.length, ids));
  }
  const calls = turn.toolCalls.map(({ name, args }, index) => ({
    type: 'tool_use',
    id: ids[index]!,
    name,
    input: toToolInput(args),
  }));
  return [...textBlocks(turn.text), ...calls];
}

/** The text of a turn may be shorter than what was received: it ends at a stop sequence. */
function isOf({ text, toolCalls }: Assistant, received: readonly ContentBlock[]): boolean {
  const calls = received.filter(({ type }) => type === 'tool_use');
  const hasSameCalls =
    calls.length === toolCalls.length && calls.every(({ id }, at) => id === toolCalls[at]!.id);
  return hasSameCalls && received.map(textOf).join('').toWellFormed().startsWith(text);
}

function resend(
  received: readonly ContentBlock[],
  textLength: number,
  ids: readonly string[],
): ContentBlock[] {
  let textLeft = textLength;
  let callsSeen = 0;
  return received.flatMap((block): ContentBlock[] => {
    switch (block.type) {
      case 'thinking':
        // What was cut before its signature would be refused in every later request.
        return typeof block.signature === 'string' && block.signature !== '' ? [block] : [];
      case 'redacted_thinking':
        return [block];
      case 'text': {
        const text = textOf(block).slice(0, textLeft);
        textLeft -= text.length;
        return textBlocks(text).map(({ text }) => ({ ...wellFormed(block), text: text! }));
      }
      case 'tool_use': {
        callsSeen += 1;
        return [{ ...wellFormed(block), id: ids[callsSeen - 1]! }];
      }
      default:
        return [wellFormed(block)];
    }
  });
}

/** The API refuses a turn that ends while it thinks, as one does that ran out of tokens. */
function withoutLastThoughts(content: readonly ContentBlock[]): ContentBlock[] {
  const last = content.findLastIndex(({ type }) => !/^(?:redacted_)?thinking$/.test(type));
  return content.slice(0, last + 1);
}

function textOf(block: ContentBlock): string {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : '';
}

function wellFormed(block: ContentBlock): ContentBlock {
  return toJson(block) as ContentBlock;
}

import type { Json } from '@loopwright/core-parser';
import { fieldsOf, textOf } from '../shared/fields.ts';

/** The provider's name, in errors and in what is carried from turn to turn. */
export const provider = 'anthropic';

/** A block of content as the API has it. Members that are not known are kept. */
export type ContentBlock = { readonly type: string; readonly [name: string]: Json };

/** A message as the API has it: turns of one role never follow each other. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly content: ContentBlock[] };

/** The blocks of a list that may hold anything. */
export function readBlocks(list: readonly unknown[]): ContentBlock[] {
  return list.filter((each): each is ContentBlock => textOf(fieldsOf(each).type) !== '');
}

/** Whether a block holds what the model thought, readable or not. */
export function isThought({ type }: ContentBlock): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** The API refuses texts that are only white space, wherever they stand. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** A text block, or none for a text that the API would refuse. */
export function textBlocks(text: string): ContentBlock[] {
  return isBlank(text) ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

/** What a reply carries to the next request: everything that was received, marked as this provider's. */
export function toOpaque(content: readonly ContentBlock[]): Json {
  return { provider, content: [...content] };
}

/** The content of a turn as it was received; undefined for a turn of another provider. */
export function fromOpaque(opaque: Json | undefined): ContentBlock[] | undefined {
  const { provider: by, content } = fieldsOf(opaque);
  return by === provider && Array.isArray(content) ? readBlocks(content) : undefined;
}

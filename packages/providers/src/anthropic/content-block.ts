import type { Json } from '@loopwright/core-parser';

/** The provider's name, in errors and in what is carried from turn to turn. */
export const provider = 'anthropic';

/** A block of content as the API has it. Members that are not known are kept. */
export type ContentBlock = { readonly type: string; readonly [name: string]: Json };

/** A message as the API has it: turns of one role never follow each other. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly content: ContentBlock[] };

/** The blocks of a list that may hold anything. */
export function readBlocks(list: readonly unknown[]): ContentBlock[] {
  return list.filter(
    (each): each is ContentBlock =>
      typeof each === 'object' && each !== null && 'type' in each && typeof each.type === 'string',
  );
}

/** The API refuses texts that are only white space, wherever they stand. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** A text block, or none for a text that the API would refuse. */
export function textBlocks(text: string): ContentBlock[] {
  return isBlank(text) ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

import { skipSpace } from '../text/skip-space.ts';

/** Tokens by which chat templates end a turn, and the end of a fence. */
const endTokens = [
  '<|eom_id|>',
  '<|eot_id|>',
  '<|eom|>',
  '<|eot|>',
  '<|im_end|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<｜end▁of▁sentence｜>',
  '</s>',
  '```',
];

/** Where the text goes on after what ends a turn and says nothing: white space, end tokens and the end of a fence. */
export function skipEndOfTurn(text: string, start: number): number {
  let position = skipSpace(text, start);
  for (;;) {
    const token = endTokens.find((end) => text.startsWith(end, position));
    if (token === undefined) return position;
    position = skipSpace(text, position + token.length);
  }
}

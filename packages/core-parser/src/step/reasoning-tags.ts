/** The opening tags of reasoning blocks, in lower case, as chat templates of open models have them. */
export const reasoningTags = ['<think>', '<thinking>', '<reasoning>', '[think]'] as const;

/** What stands for an opening or a closing tag of reasoning, in any case, as the source of a pattern. */
export const reasoningTagSource = String.raw`<\/?(?:think|thinking|reasoning)>|\[\/?think\]`;

const opening = /^\s*(?:<(?:think|thinking|reasoning)>|\[think\])/i;

/** The reasoning block that a text begins with: where its content begins, and the tag that closes it, in lower case. */
export type ReasoningOpening = { contentStart: number; closingTag: string };

/** Reads the opening tag that stands first in a text, if there is one. */
export function readReasoningOpening(text: string): ReasoningOpening | undefined {
  const found = opening.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { contentStart: found.length, closingTag: closingTagOf(found.trim().toLowerCase()) };
}

/** The tag that closes what an opening tag opens. */
export function closingTagOf(openingTag: string): string {
  return `${openingTag[0]}/${openingTag.slice(1)}`;
}

/** True for a closing tag. */
export function isClosingTag(tag: string): boolean {
  return tag[1] === '/';
}

/** The opening tags of reasoning blocks, in lower case, as chat templates of open models have them. */
export const reasoningTags = ['<think>', '<thinking>', '<reasoning>', '[think]'] as const;

const opening = /^\s*(?:<(?:think|thinking|reasoning)>|\[think\])/i;

/** The reasoning block that a text begins with: where its content begins, and the tag that closes it, in lower case. */
export type ReasoningOpening = { contentStart: number; closingTag: string };

/** Reads the opening tag that stands first in a text, if there is one. */
export function readReasoningOpening(text: string): ReasoningOpening | undefined {
  const found = opening.exec(text)?.[0];
  if (found === undefined) return undefined;
  const tag = found.trim().toLowerCase();
  return { contentStart: found.length, closingTag: `${tag[0]}/${tag.slice(1)}` };
}

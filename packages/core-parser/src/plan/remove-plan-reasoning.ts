import { readReasoningOpening, reasoningTagSource } from '../step/reasoning-tags.ts';
import { type ReasoningRemoval, removeReasoning } from '../step/remove-reasoning.ts';

/**
 * Removes the reasoning in front of a plan. A tag behind its first step ends or begins no reasoning: it is part of an argument,
 * or of the prose between the steps.
 */
export function removePlanReasoning(
  text: string,
  holdsPlan: (text: string) => boolean,
): ReasoningRemoval {
  const removal = removeReasoning(text);
  if (!removal.removed) return removal;
  const leading = endOfLeadingBlocks(text);
  const before = removal.unclosed
    ? text.slice(leading, nextTag(text, leading))
    : `${removal.thought ?? ''}\n${removal.draft ?? ''}`;
  return before.trim() !== '' && holdsPlan(before)
    ? { body: text.slice(leading), removed: leading > 0, unclosed: false }
    : removal;
}

function endOfLeadingBlocks(text: string): number {
  let end = 0;
  for (;;) {
    const rest = text.slice(end);
    const opening = readReasoningOpening(rest);
    if (opening === undefined) return end;
    const { contentStart, closingTag } = opening;
    const closing = new RegExp(closingTag.replace(/[[\]]/g, '\\$&'), 'gi');
    closing.lastIndex = contentStart;
    if (!closing.test(rest)) return end;
    end += closing.lastIndex;
  }
}

function nextTag(text: string, start: number): number {
  const tag = new RegExp(reasoningTagSource, 'gi');
  tag.lastIndex = start;
  return tag.exec(text)?.index ?? text.length;
}

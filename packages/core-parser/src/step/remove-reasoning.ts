import { endOfLine } from '../text/lines.ts';
import { readLabel } from '../text/read-label.ts';
import { readReasoningOpening } from './reasoning-tags.ts';

/** A completion without the reasoning block some models put in front. */
export type ReasoningRemoval = {
  body: string;
  /** Something was removed. */
  removed: boolean;
  /** The block was opened and never closed: there is no body. */
  unclosed: boolean;
};

/**
 * Removes leading `<think>…</think>` blocks (also `thinking`, `reasoning` and `[THINK]`), and what stands before a closing tag
 * that was never opened, as left by chat templates that open the block themselves, if it ends its line, or if a step begins
 * behind it and nothing before it in its line could be an argument. Such text inside an argument or an answer is left alone.
 */
export function removeReasoning(text: string): ReasoningRemoval {
  let body = text;
  let removed = false;
  for (;;) {
    const open = readReasoningOpening(body);
    if (open === undefined) break;
    const close = indexOfTag(body, open.closingTag, open.contentStart);
    if (close === -1) return { body: '', removed: true, unclosed: true };
    body = body.slice(close + open.closingTag.length);
    removed = true;
  }
  const orphan = afterOrphanClosingTag(body, '<think>') ?? afterOrphanClosingTag(body, '[think]');
  return orphan === undefined
    ? { body, removed, unclosed: false }
    : { body: orphan, removed: true, unclosed: false };
}

function afterOrphanClosingTag(text: string, tag: string): string | undefined {
  const closingTag = `${tag[0]}/${tag.slice(1)}`;
  const close = indexOfTag(text, closingTag, 0);
  if (close === -1 || indexOfTag(text.slice(0, close), tag, 0) !== -1) return undefined;
  const after = text.slice(close + closingTag.length);
  if (/^[ \t]*(?:[\r\n]|$)/.test(after)) return after;
  const line = text.slice(text.lastIndexOf('\n', close) + 1, close);
  return /["{[]/.test(line) || !beginsStep(after) ? undefined : after;
}

/** True for a label, an object, or the marker of a call. */
function beginsStep(text: string): boolean {
  if (/^[ \t]*(?:\{|<tool_call>|<function=|<\||<｜|\[TOOL_CALLS\]|```)/.test(text)) return true;
  return readLabel(text, 0, endOfLine(text, 0)) !== undefined;
}

function indexOfTag(text: string, tag: string, from: number): number {
  const pattern = new RegExp(tag.replace(/[[\]]/g, '\\$&'), 'gi');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

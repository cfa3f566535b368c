/** A completion without the reasoning block some models put in front. */
export type ReasoningRemoval = {
  body: string;
  /** Something was removed. */
  removed: boolean;
  /** The block was opened and never closed: there is no body. */
  unclosed: boolean;
};

const opening = /^\s*<(think|thinking|reasoning)>/i;

/**
 * Removes leading `<think>…</think>` blocks (also `thinking` and `reasoning`), and what stands before a closing tag that
 * ends its line and was never opened, as left by chat templates that open the block themselves. Such text inside an
 * argument or an answer is left alone.
 */
export function removeReasoning(text: string): ReasoningRemoval {
  let body = text;
  let removed = false;
  for (;;) {
    const open = opening.exec(body);
    if (open === null) break;
    const close = indexOfTag(body, `</${open[1]}>`, open[0].length);
    if (close === -1) return { body: '', removed: true, unclosed: true };
    body = body.slice(close + open[1]!.length + 3);
    removed = true;
  }
  const orphan = afterOrphanClosingTag(body);
  return orphan === undefined
    ? { body, removed, unclosed: false }
    : { body: orphan, removed: true, unclosed: false };
}

function afterOrphanClosingTag(text: string): string | undefined {
  const close = indexOfTag(text, '</think>', 0);
  if (close === -1 || indexOfTag(text.slice(0, close), '<think>', 0) !== -1) return undefined;
  const after = text.slice(close + '</think>'.length);
  return /^[ \t]*(?:[\r\n]|$)/.test(after) ? after : undefined;
}

function indexOfTag(text: string, tag: string, from: number): number {
  const pattern = new RegExp(tag, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

import { skipSpace } from '../text/skip-space.ts';
import { createPartScan, type PartScan } from './part-scan.ts';
import { closingTagOf, isClosingTag, reasoningTagSource } from './reasoning-tags.ts';
import { createTagLines, type TagLines } from './tag-lines.ts';

/** A completion without the reasoning that some models write into it. */
export type ReasoningRemoval = {
  /** What stands behind the last of the reasoning. */
  body: string;
  /** Something was removed. */
  removed: boolean;
  /** A block was opened and never closed: there is no body. */
  unclosed: boolean;
  /** The thought that stands before a block, and is none of the reasoning. */
  thought?: string;
  /** What stands before a closing tag that was never opened: reasoning, if the prompt has opened it. */
  draft?: string;
};

/**
 * Removes blocks `<think>…</think>` (also `thinking`, `reasoning` and `[THINK]`) that begin a line, also behind `Thought:`,
 * while nothing but thought stands before them; and what stands before a closing tag that was never opened, as left by chat
 * templates that open the block themselves, if it ends its line, or if a step begins behind it and nothing before it in its
 * line could be an argument. Inside of an object, a call or an argument, and behind an action or an answer, a block is data;
 * so is a closing tag where an object or a call is open. Linear in the text.
 */
export function removeReasoning(text: string): ReasoningRemoval {
  const tags = [...text.matchAll(tagPattern)].map(({ 0: tag, index }) => ({
    tag: tag.toLowerCase(),
    start: index,
    end: index + tag.length,
  }));
  if (tags.length === 0) return { body: text, removed: false, unclosed: false };

  const state: State = {
    text,
    bodyStart: 0,
    firstText: skipSpace(text, 0),
    thought: '',
    draft: '',
    opened: new Set(),
    scan: createPartScan(text),
    lines: createTagLines(text),
  };
  for (let index = 0; index < tags.length; index += 1) {
    const { tag, start, end } = tags[index]!;
    if (isClosingTag(tag)) {
      if (endsReasoning(state, tag, start, end)) cutDraft(state, start, end);
    } else if (beginsBlock(state, start)) {
      const closingTag = closingTagOf(tag);
      let close = index + 1;
      while (close < tags.length && tags[close]!.tag !== closingTag) close += 1;
      state.thought += text.slice(state.bodyStart, start);
      if (close === tags.length) return { body: '', removed: true, unclosed: true };
      startBody(state, tags[close]!.end);
      state.scan.skipTo(state.bodyStart);
      index = close;
    } else {
      state.opened.add(closingTagOf(tag));
    }
  }
  const { bodyStart, thought, draft } = state;
  return { body: text.slice(bodyStart), removed: bodyStart > 0, unclosed: false, thought, draft };
}

const tagPattern = new RegExp(reasoningTagSource, 'gi');

type State = {
  readonly text: string;
  /** Behind the last of the reasoning so far, and the first text behind that. */
  bodyStart: number;
  firstText: number;
  thought: string;
  draft: string;
  /** The closing tags of blocks that were opened and are data. */
  readonly opened: Set<string>;
  readonly scan: PartScan;
  readonly lines: TagLines;
};

function beginsBlock({ firstText, lines, scan }: State, start: number): boolean {
  const beginsLine = start === firstText || lines.beginsText(start);
  return beginsLine && !scan.isOpenAt(start) && !scan.holdsStepBefore(start);
}

function endsReasoning(state: State, tag: string, start: number, end: number): boolean {
  const { bodyStart, lines, opened, scan } = state;
  return !opened.has(tag) && lines.mayEndReasoning(bodyStart, start, end) && !scan.isOpenAt(start);
}

function cutDraft(state: State, start: number, end: number): void {
  state.draft += state.thought + state.text.slice(state.bodyStart, start);
  state.thought = '';
  state.opened.clear();
  state.scan.restartAt(end);
  startBody(state, end);
}

function startBody(state: State, start: number): void {
  state.bodyStart = start;
  state.firstText = skipSpace(state.text, start);
}

import { endsLine, standsAlone } from '../text/line-place.ts';
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
  /** What stands behind a closing tag that may end reasoning, opened in the midst of a thought: all of it is in `body`. */
  behind?: string;
};

/**
 * Removes blocks `<think>…</think>` (also `thinking`, `reasoning` and `[THINK]`) that begin a line, also behind `Thought:`,
 * while nothing but thought stands before them, and those that begin at the end of a line of thought and end with a tag on a
 * line of its own; and what stands before a closing tag that was never opened, as left by chat templates that open the block
 * themselves, if it ends its line, or if a step begins behind it and nothing before it in its line could be an argument.
 * Inside of an object, a call or an argument, and behind an action or an answer, a block is data; so is a closing tag where an
 * object or a call is open. Linear in the text.
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
    behind: undefined,
    opened: new Set(),
    openedInThought: new Set(),
    scan: createPartScan(text),
    lines: createTagLines(text),
  };
  const closes = closesOf(tags);
  const alone = new Map<number, boolean>();
  const isAlone = (index: number): boolean => {
    const known = alone.get(index) ?? standsAlone(text, tags[index]!.start, tags[index]!.end);
    alone.set(index, known);
    return known;
  };
  for (let index = 0; index < tags.length; index += 1) {
    const { tag, start, end } = tags[index]!;
    if (isClosingTag(tag)) {
      if (endsReasoning(state, tag, start, end)) cutDraft(state, start, end);
      else if (mayEndThought(state, tag, start, end)) state.behind ??= text.slice(end);
    } else if (beginsBlock(state, start)) {
      const close = closes[index];
      if (close === undefined) return { body: '', removed: true, unclosed: true };
      cutBlock(state, start, tags[close]!.end);
      index = close;
    } else if (state.scan.isOpenAt(start) || state.scan.holdsStepBefore(start)) {
      state.opened.add(closingTagOf(tag));
    } else {
      const close = endsLine(text, end) ? closes[index] : undefined;
      if (close !== undefined && isAlone(close)) {
        cutBlockInLine(state, start, tags[close]!);
        // The places that are asked for must not go back.
        index = close;
      } else {
        state.opened.add(closingTagOf(tag));
        state.openedInThought.add(closingTagOf(tag));
      }
    }
  }
  const { bodyStart, thought, draft, behind } = state;
  const removal = { body: text.slice(bodyStart), removed: bodyStart > 0, unclosed: false };
  return { ...removal, thought, draft, ...(behind === undefined ? {} : { behind }) };
}

type Tag = { readonly tag: string; readonly start: number; readonly end: number };

/** By the index of an opening tag, that of the first tag behind it that closes it. */
function closesOf(tags: readonly Tag[]): (number | undefined)[] {
  const next = new Map<string, number>();
  const closes: (number | undefined)[] = [];
  for (let index = tags.length - 1; index >= 0; index -= 1) {
    const { tag } = tags[index]!;
    if (isClosingTag(tag)) next.set(tag, index);
    else closes[index] = next.get(closingTagOf(tag));
  }
  return closes;
}

const tagPattern = new RegExp(reasoningTagSource, 'gi');

type State = {
  readonly text: string;
  /** Behind the last of the reasoning so far, and the first text behind that. */
  bodyStart: number;
  firstText: number;
  thought: string;
  draft: string;
  behind: string | undefined;
  /** The closing tags of blocks that were opened and are data; and of those, what was opened in a thought. */
  readonly opened: Set<string>;
  readonly openedInThought: Set<string>;
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

/** True for a tag behind a call that may close what a thought has opened. */
function mayEndThought(state: State, tag: string, start: number, end: number): boolean {
  const { bodyStart, lines, openedInThought, scan } = state;
  if (!openedInThought.has(tag) || !lines.mayEndReasoning(bodyStart, start, end)) return false;
  return !scan.isOpenAt(start) && scan.holdsStepBefore(start);
}

function cutBlock(state: State, start: number, end: number): void {
  state.thought += state.text.slice(state.bodyStart, start);
  startBody(state, end);
  state.scan.skipTo(end);
}

/** Cuts a block that begins in the midst of a line, unless something that it holds is open where it ends: then it is data. */
function cutBlockInLine(state: State, start: number, { start: close, end }: Tag): void {
  const { scan, text } = state;
  if (!scan.isOpenAt(close)) {
    state.thought += text.slice(state.bodyStart, start);
    startBody(state, end);
    scan.restartAt(end);
  } else if (scan.isOpenToEnd()) {
    state.behind ??= text.slice(end);
  }
}

function cutDraft(state: State, start: number, end: number): void {
  state.draft += state.thought + state.text.slice(state.bodyStart, start);
  state.thought = '';
  state.behind = undefined;
  state.opened.clear();
  state.openedInThought.clear();
  state.scan.restartAt(end);
  startBody(state, end);
}

function startBody(state: State, start: number): void {
  state.bodyStart = start;
  state.firstText = skipSpace(state.text, start);
}

import { closingTagOf, reasoningTags } from '../step/reasoning-tags.ts';
import { skipBlanks } from '../text/blank.ts';
import { readLabel } from '../text/read-label.ts';

/** A reasoning block that is coming in, of which nothing is shown. */
export type ReasoningBlock = {
  /** Takes the next piece; gives what stands behind the closing tag, undefined while it has not come. */
  take(piece: string): string | undefined;
};

/** What the start of a line says about a reasoning block: where its opening tag ends, or whether it may still begin. */
export type BlockOpening = { tag: string; start: number } | 'may come' | undefined;

/** Reads the opening tag that begins a line, also behind `Thought:`. */
export function readBlockOpening(lineStart: string): BlockOpening {
  const end = lineStart.length;
  const label = readLabel(lineStart, 0, end);
  const labelEnd = label?.label === 'Thought' ? label.contentStart : 0;
  const start = skipBlanks(lineStart, labelEnd, end);
  const text = lineStart.slice(start, start + longestTag).toLowerCase();
  const tag = reasoningTags.find((opening) => text.startsWith(opening));
  if (tag !== undefined) return { tag, start };
  const mayCome =
    start + text.length === end && reasoningTags.some((opening) => opening.startsWith(text));
  return mayCome ? 'may come' : undefined;
}

const longestTag = Math.max(...reasoningTags.map((tag) => tag.length));

/** True for a line of a thought that ends with an opening tag, so that a block may follow. */
export function endsWithOpening(line: string): boolean {
  const text = line.trimEnd().slice(-longestTag).toLowerCase();
  return reasoningTags.some((opening) => text.endsWith(opening));
}

/** Begins to take a block that a tag has opened. */
export function createReasoningBlock(openingTag: string): ReasoningBlock {
  const closingTag = closingTagOf(openingTag);
  let held = '';
  return {
    take(piece) {
      held += piece;
      const close = held.toLowerCase().indexOf(closingTag);
      if (close !== -1) return held.slice(close + closingTag.length);
      held = held.slice(-(closingTag.length - 1));
      return undefined;
    },
  };
}

/** Looks for a closing tag of reasoning in lines that come in pieces. */
export type ClosingTagSearch = {
  /** Adds a piece to the line. */
  add(piece: string): void;
  /** Ends the line; true when it holds a closing tag. */
  takeLine(): boolean;
};

/** Creates the search for one reply. */
export function createClosingTagSearch(): ClosingTagSearch {
  const closingTags = reasoningTags.map(closingTagOf);
  let tail = '';
  let isFound = false;
  return {
    add(piece) {
      const text = (tail + piece).toLowerCase();
      tail = text.slice(-longestTag);
      isFound ||= closingTags.some((tag) => text.includes(tag));
    },
    takeLine() {
      const found = isFound;
      tail = '';
      isFound = false;
      return found;
    },
  };
}

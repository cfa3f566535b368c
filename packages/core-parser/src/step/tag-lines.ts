import { skipBlanks } from '../text/blank.ts';
import { endOfLine } from '../text/lines.ts';
import { longestLabelText, readLabel } from '../text/read-label.ts';

/** What the line around a tag says about it. Each line is looked at once, in however many tags it holds. */
export type TagLines = {
  /** True when nothing but blanks, or a label `Thought:`, stands before the tag in its line. */
  beginsText(tagStart: number): boolean;
  /**
   * True when the tag ends its line, or when a step begins behind it and nothing before it in its line could be an argument.
   * `lineLimit` is where the line begins at the earliest.
   */
  mayEndReasoning(lineLimit: number, tagStart: number, tagEnd: number): boolean;
};

/** Reads the lines of one text. */
export function createTagLines(text: string): TagLines {
  let line = readLine(text, 0);
  let bracket = { from: -1, at: -1 };

  function lineOf(position: number) {
    if (position < line.start || position > line.end) {
      line = readLine(text, position === 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1);
    }
    return line;
  }

  function firstBracketFrom(from: number, lineEnd: number): number {
    if (from < bracket.from || from > bracket.at) {
      const found = text.slice(from, lineEnd).search(/["{[]/);
      bracket = { from, at: found === -1 ? lineEnd : from + found };
    }
    return bracket.at;
  }

  function beginsStep(start: number, lineEnd: number): boolean {
    const labelLimit = Math.min(lineEnd, start + longestLabelText);
    return (
      stepMarker.test(text.slice(start, start + 16)) ||
      readLabel(text, start, labelLimit) !== undefined
    );
  }

  return {
    beginsText(tagStart) {
      const { textStart, thoughtStart } = lineOf(tagStart);
      return tagStart === textStart || tagStart === thoughtStart;
    },
    mayEndReasoning(lineLimit, tagStart, tagEnd) {
      const { start, end } = lineOf(tagStart);
      const next = skipBlanks(text, tagEnd, end);
      if (next === end) return true;
      return beginsStep(next, end) && firstBracketFrom(Math.max(lineLimit, start), end) >= tagStart;
    },
  };
}

/** An object, a fence, or the marker of a call. */
const stepMarker = /^(?:\{|<tool_call>|<function=|<\||<｜|\[TOOL_CALLS\]|```)/;

function readLine(text: string, start: number) {
  const end = endOfLine(text, start);
  const textStart = skipBlanks(text, start, end);
  const label = readLabel(text, start, end);
  const thoughtStart =
    label?.label === 'Thought' ? skipBlanks(text, label.contentStart, end) : textStart;
  return { start, end, textStart, thoughtStart };
}

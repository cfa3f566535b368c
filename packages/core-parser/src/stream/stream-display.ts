import { skipBlanks } from '../text/blank.ts';
import { closesFence, type FenceLine, readFence } from '../text/fence.ts';
import { type LabelReading, mayBecomeLabel, readLabel } from '../text/read-label.ts';
import type { StepDelta } from './step-delta.ts';

/** What of a reply that comes in pieces can be shown. */
export type StreamDisplay = {
  show(text: string): StepDelta[];
  readonly observationBegun: boolean;
};

/**
 * Where the reply stands. Nothing is shown of a call, of an answer behind a call, nor of what may be a call in a form without
 * labels.
 */
type Part = 'thought' | 'answer' | 'call' | 'answer after call' | 'unlabelled' | 'observation';

/** A line is known by its first characters, so that a long one is not looked at again and again. */
const longestLineStart = 200;

/** Creates the display of one reply. Linear in the text, in however many pieces it comes. */
export function createStreamDisplay(): StreamDisplay {
  let part: Part = 'thought';
  let fence: FenceLine | undefined;
  /** Text from an `Observation:` line in a fence on: quotation once the fence is closed, else invented. */
  let quotation: string | undefined;
  /** The start of the line that is coming in; undefined once it is known what the line is. */
  let lineStart: string | undefined = '';
  let space = '';
  let hasText = false;
  let deltas: StepDelta[] = [];

  /** Shows text without the white space around the whole thought or answer. */
  function showText(text: string): void {
    if (quotation !== undefined) {
      quotation += text;
      return;
    }
    if (part !== 'thought' && part !== 'answer') return;
    const visible = (hasText ? text : text.trimStart()).trimEnd();
    if (visible === '') {
      if (hasText) space += text;
      return;
    }
    const last = deltas.at(-1);
    if (last?.kind === part) last.text += space + visible;
    else deltas.push({ kind: part, text: space + visible });
    space = text.slice(text.trimEnd().length);
    hasText = true;
  }

  function startPart({ label }: LabelReading): void {
    if (label === 'Thought') space = hasText ? '\n' : '';
    if (label === 'Final Answer') {
      part = part === 'thought' ? 'answer' : 'answer after call';
      space = '';
      hasText = false;
    }
    if (label === 'Action' || label === 'Action Input') part = 'call';
  }

  /** Takes a line whose kind is known. */
  function beginLine(line: string): void {
    const label = readLabel(line, 0, line.length);
    const isAnswer = part === 'answer' || part === 'answer after call';
    const isHeading = label?.isNear === true && (isAnswer || part === 'thought');
    if (label === undefined || isHeading) {
      if (part === 'thought' && fence === undefined && mayBeCall(line, hasText))
        part = 'unlabelled';
    } else if (label.label === 'Observation') {
      if (fence !== undefined && isAnswer) quotation ??= '';
      else if (part !== 'unlabelled') part = 'observation';
    } else if (fence === undefined && !isAnswer && part !== 'unlabelled') {
      startPart(label);
      showText(line.slice(label.contentStart));
      return;
    }
    showText(line);
  }

  function readFenceLine(line: string): void {
    const found = readFence(line, 0, line.length);
    if (found === undefined) return;
    if (fence === undefined) fence = found;
    else if (closesFence(found, fence)) {
      fence = undefined;
      const text = quotation ?? '';
      quotation = undefined;
      showText(text);
    }
  }

  function takeLine(piece: string, isComplete: boolean): void {
    if (part === 'observation') return;
    if (lineStart === undefined) {
      showText(piece);
    } else {
      lineStart += piece;
      const isLong = lineStart.length > longestLineStart;
      if (!isComplete && !isLong && mayChange(lineStart)) return;
      // What lies beyond must not change what the line is, as it may come in a later piece.
      const known = lineStart.slice(0, longestLineStart);
      const rest = lineStart.slice(longestLineStart);
      beginLine(known);
      showText(rest);
      if (isComplete && !isLong) readFenceLine(known);
      lineStart = undefined;
    }
    if (isComplete) {
      showText('\n');
      lineStart = '';
    }
  }

  return {
    show(text) {
      deltas = [];
      const lines = text.split('\n');
      for (const [index, piece] of lines.entries()) takeLine(piece, index < lines.length - 1);
      return deltas;
    },
    get observationBegun() {
      return part === 'observation';
    },
  };
}

/** True while more of the line may make it a label or a fence. */
function mayChange(lineStart: string): boolean {
  const position = skipBlanks(lineStart, 0, lineStart.length);
  return lineStart[position] === '`' || mayBecomeLabel(lineStart);
}

/** True for the first line of an object, a list, a tag or a fence that may hold the whole step. */
function mayBeCall(line: string, hasText: boolean): boolean {
  const start = line.trimStart();
  return /^[{[<]/.test(start) || (!hasText && start.startsWith('```'));
}

import { readOutline } from '../asked-forms/step-outline.ts';
import { closesFence, type FenceLine, readFence } from '../text/fence.ts';
import { endOfLine } from '../text/lines.ts';
import { readLabel } from '../text/read-label.ts';

/** A fenced block, as offsets: `end` is where the line after its closing fence begins. */
type Block = { contentStart: number; contentEnd: number; end: number };

/**
 * Takes away the fence around a step: one that encloses the whole text, or one behind prose that begins with a label. A
 * fence that is never closed counts too, as a stop sequence may have cut it. When a label stands before the fence, or
 * anything but an observation after it, it is quotation and stays. Linear in the text.
 */
export function unwrapStep(text: string): string {
  if (!text.includes('```')) return text;
  let lineStart = 0;
  while (lineStart < text.length) {
    const lineEnd = endOfLine(text, lineStart);
    if (isStepLabel(text, lineStart, lineEnd)) return text;
    const opening = readFence(text, lineStart, lineEnd);
    if (opening === undefined) {
      lineStart = lineEnd + 1;
      continue;
    }
    const block = readBlock(text, lineEnd + 1, opening);
    const before = text.slice(0, lineStart);
    const isFirst = before.trim() === '';
    const isLabelled = beginsWithLabel(text, block);
    if (isFirst || isLabelled) {
      const isWhole = isEnd(text, block.end);
      // A step behind a fenced one, with which the completion begins, makes them two.
      if (!isWhole && !(isFirst && isLabelled && holdsStep(text.slice(block.end)))) return text;
      return before + text.slice(block.contentStart, block.contentEnd) + text.slice(block.end);
    }
    lineStart = block.end;
  }
  return text;
}

/** Reads up to the closing fence. A fence with an info string inside of it opens a block of its own. */
function readBlock(text: string, contentStart: number, opening: FenceLine): Block {
  let inner: FenceLine | undefined;
  let lineStart = contentStart;
  while (lineStart < text.length) {
    const lineEnd = endOfLine(text, lineStart);
    const fence = readFence(text, lineStart, lineEnd);
    if (fence !== undefined && closesFence(fence, inner ?? opening)) {
      if (inner === undefined) {
        return { contentStart, contentEnd: lineStart, end: lineEnd + 1 };
      }
      inner = undefined;
    } else if (fence !== undefined && fence.info !== '') {
      inner ??= fence;
    }
    lineStart = lineEnd + 1;
  }
  return { contentStart, contentEnd: text.length, end: text.length };
}

function beginsWithLabel(text: string, { contentStart, contentEnd }: Block): boolean {
  const content = text.slice(contentStart, contentEnd);
  const lineStart = firstLineStart(content);
  return isStepLabel(content, lineStart, endOfLine(content, lineStart));
}

/** True when nothing follows, or only what the completion is cut off at. */
function isEnd(text: string, start: number): boolean {
  const rest = text.slice(start);
  if (rest.trim() === '') return true;
  const lineStart = firstLineStart(rest);
  return readLabel(rest, lineStart, endOfLine(rest, lineStart))?.label === 'Observation';
}

function holdsStep(text: string): boolean {
  const { actions, answer } = readOutline(text);
  return actions.length > 0 || answer !== undefined;
}

function isStepLabel(text: string, lineStart: number, lineEnd: number): boolean {
  const label = readLabel(text, lineStart, lineEnd)?.label;
  return label !== undefined && label !== 'Note' && label !== 'Task';
}

/** Where the first line that is not blank begins. */
function firstLineStart(text: string): number {
  const blank = text.length - text.trimStart().length;
  return text.lastIndexOf('\n', blank - 1) + 1;
}

import { skipBlanks } from '../text/blank.ts';
import { closesFence, type FenceLine, readFence } from '../text/fence.ts';
import { type LabelReading, mayBecomeLabel, readLabel } from '../text/read-label.ts';
import {
  beginsWithCall,
  callCharacter,
  mayBecomeCall,
  mayHoldCall,
  mayHoldOtherCall,
} from './may-be-call.ts';
import {
  createClosingTagSearch,
  createReasoningBlock,
  endsWithOpening,
  type ReasoningBlock,
  readBlockOpening,
} from './reasoning-block.ts';
import { createShownText } from './shown-text.ts';
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
type Part =
  | 'thought'
  | 'answer'
  | 'action'
  | 'input'
  | 'answer after call'
  | 'unlabelled'
  | 'observation';

/** A line is known by its first characters, so that a long one is not looked at again and again. */
const longestLineStart = 200;

/** Creates the display of one reply. Linear in the text, in however many pieces it comes. */
export function createStreamDisplay(): StreamDisplay {
  const shown = createShownText();
  const endsReasoning = createClosingTagSearch();
  let part: Part = 'thought';
  let fence: FenceLine | undefined;
  let reasoning: ReasoningBlock | undefined;
  /**
   * A call in a form without labels may have begun behind `Action:`, a label may count that is not taken for one here, or a
   * reply may begin anew behind the end of reasoning that the prompt has opened.
   */
  let isUncertain = false;
  /** The start of the line that is coming in; undefined once it is known what the line is. */
  let lineStart: string | undefined = '';
  /** The part of a line of a thought or of an action that is looked at when the line is complete. */
  let held = '';
  /** Text of a fence: in a thought from its beginning on, in an answer from an `Observation:` line on. */
  let fenced: string | undefined;

  function showText(text: string): void {
    if (fenced !== undefined) fenced += text;
    else if (part === 'thought' || part === 'answer') shown.add(part, text);
  }

  function takeText(text: string): void {
    endsReasoning.add(text);
    if (part === 'action') held += text;
    if (part !== 'thought') {
      showText(text);
      return;
    }
    const start = held === '' ? text.search(callCharacter) : 0;
    showText(start === -1 ? text : text.slice(0, start));
    if (start !== -1) held += text.slice(start);
  }

  function endLine(): void {
    const text = held;
    held = '';
    if (part === 'action') isUncertain ||= mayHoldOtherCall(text);
    if (part === 'thought' && text !== '') {
      if (mayHoldCall(text) || endsWithOpening(text)) hideRest();
      else showText(text);
    }
    showText('\n');
  }

  /** Shows nothing more: what follows may be a call or inside of one. */
  function hideRest(): void {
    part = 'unlabelled';
    fenced = undefined;
  }

  function startPart({ label }: LabelReading): void {
    if (label === 'Thought') shown.startThought();
    if (label === 'Final Answer') {
      part = part === 'thought' ? 'answer' : 'answer after call';
      shown.startAnswer();
    }
    if (label === 'Action') part = 'action';
    if (label === 'Action Input') part = 'input';
  }

  /** Takes a line whose kind is known; gives where its text begins. */
  function beginLine(line: string): number {
    const isAnswer = part === 'answer' || part === 'answer after call';
    const found = readLabel(line, 0, line.length);
    const label = found?.isNear ? undefined : found;
    if (label === undefined) {
      if (part === 'thought' && fence === undefined && beginsCall(line)) hideRest();
    } else if (fence !== undefined) {
      if (part === 'thought') hideRest();
      else if (label.label !== 'Observation') isUncertain ||= !isAnswer;
      else if (isAnswer) fenced ??= '';
      else if (part !== 'unlabelled' && !isUncertain) part = 'observation';
    } else if (label.label === 'Observation') {
      if (part !== 'unlabelled' && !isUncertain) part = 'observation';
    } else if (!isAnswer && part !== 'unlabelled') {
      startPart(label);
      return label.contentStart;
    }
    return 0;
  }

  /** True for the first line of an object, a list, a tag, a fence or a bracket that may be the whole step. */
  function beginsCall(line: string): boolean {
    const start = line.trimStart();
    return (
      callCharacter.test(start[0] ?? '') ||
      (!shown.hasText && (start.startsWith('```') || beginsWithCall(line)))
    );
  }

  function readFenceLine(line: string, isLong: boolean): void {
    const found = readFence(line, 0, line.length);
    if (found === undefined) return;
    if (isLong) isUncertain = true;
    else if (fence === undefined) {
      fence = found;
      if (part === 'thought') fenced = '';
    } else if (closesFence(found, fence)) {
      fence = undefined;
      const text = fenced ?? '';
      fenced = undefined;
      showText(text);
    }
  }

  /** True while more of the line may make it a label, a fence, a reasoning block or a call. */
  function mayChange(line: string): boolean {
    if (mayBecomeLabel(line) || mayBecomeFence(line)) return true;
    if (part !== 'thought' || fence !== undefined) return false;
    return readBlockOpening(line) === 'may come' || (!shown.hasText && mayBecomeCall(line));
  }

  /** Takes a piece of a line; gives the text of a reasoning block that begins in it. */
  function takeLine(piece: string, isComplete: boolean): string | undefined {
    if (part === 'observation') return undefined;
    if (lineStart === undefined) {
      takeText(piece);
    } else {
      lineStart += piece;
      const opening = part === 'thought' && fence === undefined && readBlockOpening(lineStart);
      if (opening && opening !== 'may come') {
        const block = lineStart.slice(opening.start + opening.tag.length);
        lineStart = lineStart.slice(0, opening.start);
        reasoning = createReasoningBlock(opening.tag);
        return block;
      }
      const isLong = lineStart.length > longestLineStart;
      if (!isComplete && !isLong && mayChange(lineStart)) return undefined;
      // What lies beyond must not change what the line is, as it may come in a later piece.
      const known = lineStart.slice(0, longestLineStart);
      const rest = lineStart.slice(longestLineStart);
      const contentStart = beginLine(known);
      if (isComplete || isLong) readFenceLine(known.slice(contentStart), isLong);
      takeText(known.slice(contentStart) + rest);
      lineStart = undefined;
    }
    if (isComplete) {
      endLine();
      isUncertain ||= endsReasoning.takeLine();
      lineStart = '';
    }
    return undefined;
  }

  /** Takes the text up to the next line feed or the end of a reasoning block; gives what follows. */
  function takeNext(text: string): string {
    if (reasoning !== undefined) {
      const rest = reasoning.take(text);
      if (rest !== undefined) reasoning = undefined;
      return rest ?? '';
    }
    const lineFeed = text.indexOf('\n');
    const end = lineFeed === -1 ? text.length : lineFeed;
    const block = takeLine(text.slice(0, end), lineFeed !== -1);
    return block === undefined ? text.slice(end + 1) : block + text.slice(end);
  }

  return {
    show(text) {
      let rest = text;
      while (rest !== '') rest = takeNext(rest);
      return shown.takeDeltas();
    },
    get observationBegun() {
      return part === 'observation';
    },
  };
}

/** True while backticks may begin a fence, also behind a label. */
function mayBecomeFence(line: string): boolean {
  const label = readLabel(line, 0, line.length);
  if (label?.label === 'Observation') return false;
  const position = skipBlanks(line, label?.contentStart ?? 0, line.length);
  return position === line.length || line[position] === '`';
}

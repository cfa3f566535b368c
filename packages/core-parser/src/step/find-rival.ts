import type { Span } from '../json/json-cursor.ts';
import { skipClosingFence } from '../text/fence.ts';
import { endOfLine } from '../text/lines.ts';
import { readLabel } from '../text/read-label.ts';
import { callStart } from './call-start.ts';
import type { ParseErrorStep, ParseStepOptions, ReactStep } from './react-step.ts';
import type { StepGrammar } from './step-grammar.ts';
import { noFacts, parseError } from './step-results.ts';
import { stepSource } from './step-source.ts';

const severalMessage = 'The reply holds several steps. Write one, and wait for its observation.';
const bothMessage = 'The reply holds a call and an answer. Write one of them.';

/** The error that another form has something to say in the same completion, outside of the step's own part. */
export function findRival(
  text: string,
  own: Span,
  step: ReactStep,
  others: readonly StepGrammar[],
  options: ParseStepOptions,
): ParseErrorStep | undefined {
  if (others.length === 0) return undefined;
  for (const part of partsOutside(text, own)) {
    const source = stepSource(part);
    for (const grammar of others) {
      const sign = grammar.findSign(source, options);
      // At the very end stands an announcement of the call that has been read.
      if (sign < 0 || sign >= part.length) continue;
      const { thought, repaired, flags } = step;
      const rival = grammar.read(source, noFacts(), options).step;
      const isBoth = isEnd(step) ? rival.kind === 'action' : isEnd(rival);
      const facts = { thought, repaired, flags };
      return isBoth
        ? parseError(facts, 'both_action_and_final', bothMessage, options)
        : parseError(facts, 'multiple_actions', severalMessage, options);
    }
  }
  return undefined;
}

/**
 * The text without the step's own part, where labels keep the fences around them, and what follows the step by itself, where
 * a call may be the whole of it.
 */
function partsOutside(text: string, own: Span): string[] {
  const start = callStart(text, own.start);
  const beforeOwn = text.slice(start, own.start);
  const fenceStart = beforeOwn.indexOf('```');
  const openedFence = fenceStart === -1 ? '' : beforeOwn.slice(fenceStart);
  const before = `${text.slice(0, start)}${openedFence}`;
  const rest = untilObservation(text.slice(own.end));
  if (rest.trim() === '') return [before];
  const restStart = text.slice(0, own.start).includes('```')
    ? skipClosingFence(rest, 0, rest.length)
    : 0;
  // The mark is one byte wide, like most texts: a wider one would have the whole text copied.
  return [`${before}·${rest}`, rest.slice(restStart)];
}

function isEnd(step: ReactStep): boolean {
  return step.kind === 'final' || step.kind === 'give_up';
}

/** The text before its first observation, also under a near label: a step stands before it. */
function untilObservation(text: string): string {
  let lineStart = 0;
  while (lineStart < text.length) {
    const lineEnd = endOfLine(text, lineStart);
    if (readLabel(text, lineStart, lineEnd)?.label === 'Observation')
      return text.slice(0, lineStart);
    lineStart = lineEnd + 1;
  }
  return text;
}

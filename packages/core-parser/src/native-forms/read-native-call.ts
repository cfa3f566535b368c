import { callStart } from '../step/call-start.ts';
import type { ParseStepOptions } from '../step/react-step.ts';
import type { StepReading } from '../step/step-grammar.ts';
import { parseError, type StepFacts } from '../step/step-results.ts';
import { thoughtBefore } from '../step/thought-before.ts';
import { endOfLine } from '../text/lines.ts';
import { isQuotedInFence } from '../text/quoting-fence.ts';
import { skipEndOfTurn } from './end-of-turn.ts';
import { findInventedResult } from './invented-result.ts';
import { joinThoughts } from './join-thoughts.ts';
import { type CallReading, type NativeCall, severalCallsMessage } from './native-call.ts';
import { nativeCallStep } from './native-call-step.ts';

/** How the calls of a native form are found and read. Both are total and linear. */
export type NativeCallForm = {
  /** What to write in this form, as a sentence for the model. */
  readonly wanted: string;
  /** Where the first call at or behind `start` begins, or -1. */
  findCall(text: string, start: number, options: ParseStepOptions): number;
  /** Reads the call that begins at `start`. */
  readCall(text: string, start: number): CallReading;
};

const textAfterMessage =
  'Text stands behind the call, in its line or around its fence, as if the call were quoted. Write the call alone, and wait for its result.';

/** What is left of reasoning on the line of a call, where it is not known for reasoning. */
const reasoningMarker = /<\/?think>|\[\/?THINK\]/;

/** Reads the one call in a completion. The text before it is the thought; several calls are `multiple_actions`. */
export function readNativeCall(
  text: string,
  form: NativeCallForm,
  facts: StepFacts,
  options: ParseStepOptions,
): StepReading {
  const start = form.findCall(text, 0, options);
  if (start === -1) {
    const message = `The reply holds no call. ${form.wanted}`;
    return { step: parseError(facts, 'no_anchor', message, options), end: text.length };
  }
  facts.thought = joinThoughts(thoughtBefore(text, start).split(reasoningMarker));
  const reading = form.readCall(text, start);
  if (!reading.ok) {
    const step = parseError(facts, reading.code, reading.message, options);
    return { step, start, end: text.length };
  }
  const next = form.findCall(text, reading.end, options);
  const isQuoted = () => isQuotation(text, start, reading.end);
  return { ...finishNativeCall(text, { ...reading, isQuoted }, next, facts, options), start };
}

/** A call that has been read, and where it ends. `isQuoted` tells whether text behind it shows that it is quotation. */
export type FoundCall = { call: NativeCall; end: number; isQuoted: () => boolean };

/** The step of a call that has been read, and what stands behind it. `next` is where another call begins, or -1. */
export function finishNativeCall(
  text: string,
  { call, end, isQuoted }: FoundCall,
  next: number,
  facts: StepFacts,
  options: ParseStepOptions,
): StepReading {
  const limit = findInventedResult(text, end);
  const isInvented = limit < text.length;
  if (isInvented) facts.flags.push('invented_observation');
  if (next !== -1 && next < limit) {
    return { step: parseError(facts, 'multiple_actions', severalCallsMessage, options), end };
  }
  if (skipEndOfTurn(text, end) < limit) {
    if (isQuoted()) {
      return { step: parseError(facts, 'text_after_input', textAfterMessage, options), end };
    }
    facts.flags.push('text_after_input');
  }
  // Nothing behind an invented result was written with a true one.
  return { step: nativeCallStep(call, facts, options), end: isInvented ? text.length : end };
}

/**
 * True for a call with text behind it in its line, and for one in a closed fence with text around it, unless the label `Action:`
 * before the fence says that it is a call.
 */
function isQuotation(text: string, start: number, end: number): boolean {
  if (skipEndOfTurn(text, end) < endOfLine(text, end)) return true;
  const limit = findInventedResult(text, end);
  return isQuotedInFence(text, { start, end }, limit, (before) => {
    const hasLabel = callStart(text, before.length) < before.length;
    return !hasLabel && before.trim() !== '';
  });
}

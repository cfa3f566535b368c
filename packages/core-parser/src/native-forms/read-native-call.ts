import type { ParseStepOptions } from '../step/react-step.ts';
import type { StepReading } from '../step/step-grammar.ts';
import { parseError, type StepFacts } from '../step/step-results.ts';
import { thoughtBefore } from '../step/thought-before.ts';
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
  return { ...finishNativeCall(text, reading, next, facts, options), start };
}

/** The step of a call that has been read, and what stands behind it. `next` is where another call begins, or -1. */
export function finishNativeCall(
  text: string,
  { call, end }: { call: NativeCall; end: number },
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
  if (skipEndOfTurn(text, end) < limit) facts.flags.push('text_after_input');
  // Nothing behind an invented result was written with a true one.
  return { step: nativeCallStep(call, facts, options), end: isInvented ? text.length : end };
}

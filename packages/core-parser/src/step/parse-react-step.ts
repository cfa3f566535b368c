import { textGrammar } from '../asked-forms/text-grammar.ts';
import { openCompletion } from './completion.ts';
import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { refuseDraftedAnswer } from './refuse-drafted-answer.ts';
import { noFacts } from './step-results.ts';
import { stepSource } from './step-source.ts';

/**
 * Reads one completion in the text form: `Thought:`, then `Action:` and `Action Input:` with a JSON object, or
 * `Final Answer:`. `Action: final` and `Action: give_up` end a run as well (T8).
 *
 * Only labels at the start of a line count. The completion is cut at its first `Observation:` line; then an answer that
 * follows the input of an action at once comes before the action (P3), and everything after `Final Answer:` is the answer.
 * With anything between the input and the answer, the action is what was asked for: the rest was written without its
 * observation, and is dropped. When the tools are known, an `Action:` in words before the call ("I will call the search")
 * belongs to the thought. A text without a label is an error, never an answer. Total: any input gives one of the four kinds
 * of step (P1, P2, P4). Linear in the text; never throws.
 */
export function parseReactStep(text: string, options: ParseStepOptions = {}): ReactStep {
  const completion = openCompletion(text, textGrammar.wanted, options);
  if (!completion.ok) return completion.step;
  const { body, facts } = completion;
  const step = textGrammar.read(stepSource(body), facts, options).step;
  return refuseDraftedAnswer(step, completion, readDraft, options);
}

function readDraft(draft: string, options: ParseStepOptions): ReactStep {
  return textGrammar.read(stepSource(draft), noFacts(), options).step;
}

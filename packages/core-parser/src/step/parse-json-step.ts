import { jsonGrammar } from '../asked-forms/json-grammar.ts';
import { openCompletion } from './completion.ts';
import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { refuseDraftedAnswer } from './refuse-drafted-answer.ts';
import { noFacts } from './step-results.ts';
import { stepSource } from './step-source.ts';

/**
 * Reads one completion in the JSON form (P5): `{"thought", "action", "action_input"}` with fences and prose around it, also
 * after a label `Action:`. `final` and `give_up` are actions, in any case (T8); `{"thought", "final_answer"}` is an answer
 * as well. An absent, null or empty `action_input` is `{}`. The rules are those of the text form: one action, never an
 * answer beside an action, nothing after an `Observation:` line. Total: any input gives one of the four kinds of step;
 * linear; never throws.
 */
export function parseJsonStep(text: string, options: ParseStepOptions = {}): ReactStep {
  const completion = openCompletion(text, jsonGrammar.wanted, options);
  if (!completion.ok) return completion.step;
  const { body, facts } = completion;
  const step = jsonGrammar.read(stepSource(body), facts, options).step;
  return refuseDraftedAnswer(step, completion, readDraft, options);
}

function readDraft(draft: string, options: ParseStepOptions): ReactStep {
  return jsonGrammar.read(stepSource(draft), noFacts(), options).step;
}

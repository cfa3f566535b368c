import { isNoTool, readActionName } from './action-name.ts';
import { readControlWord } from './control-words.ts';
import { maxInputChars } from './defaults.ts';
import { findStepObjects, type StepObject } from './find-step-objects.ts';
import { isJsonObject } from './is-json-object.ts';
import type { Json } from './json.ts';
import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { readActionInput } from './read-action-input.ts';
import { removeReasoning } from './remove-reasoning.ts';
import { answerOf, finalStep, giveUpStep, parseError, type StepFacts } from './step-results.ts';

/**
 * Reads one completion in the JSON form (P5): `{"thought", "action", "action_input"}` with fences and prose around it.
 * `final` and `give_up` are actions, in any case (T8); `{"thought", "final_answer"}` is an answer as well. An absent,
 * null or empty `action_input` is `{}`. The rules are those of the text form: one action, never an answer beside an action,
 * nothing after an `Observation:` line. Total: any input gives one of the four kinds of step; linear; never throws.
 */
export function parseJsonStep(text: string, options: ParseStepOptions = {}): ReactStep {
  const facts: StepFacts = { thought: '', repaired: false, flags: [] };
  const completion = typeof text === 'string' ? text : '';
  if (completion.length > maxInputChars) {
    const message = `The reply has ${completion.length} characters; at most ${maxInputChars} are read.`;
    return parseError(facts, 'too_large', message, options);
  }
  const reasoning = removeReasoning(completion);
  if (reasoning.removed) facts.flags.push('reasoning_removed');
  const search = findStepObjects(reasoning.body);
  if (search.inventedObservation) facts.flags.push('invented_observation');
  if (search.failure !== undefined) {
    return parseError(facts, search.failure.code, search.failure.message, options);
  }
  const [step, second] = search.steps;
  if (step === undefined) {
    const message = 'The object needs "action" and "action_input", or "action": "final".';
    return parseError(facts, 'no_anchor', message, options);
  }
  if (second !== undefined) {
    const message = 'The reply holds several steps. Write one, and wait for its observation.';
    return parseError(facts, 'multiple_actions', message, options);
  }
  if (search.textAfter) facts.flags.push('text_after_input');
  return parseStepObject(reasoning.body, step, facts, options);
}

function parseStepObject(
  text: string,
  step: StepObject,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  const { thought, action, action_input: input, final_answer: answer } = step.value;
  facts.repaired = step.repaired;
  facts.thought = typeof thought === 'string' ? thought : '';
  if (isGiven(answer)) {
    if (!isGiven(action)) return finalStep(facts, answer, options);
    const message = 'The object holds both "action" and "final_answer". Write one of them.';
    return parseError(facts, 'both_action_and_final', message, options);
  }
  if (typeof action !== 'string' || !isGiven(action)) {
    const message = '"action" must be the name of one tool, "final" or "give_up".';
    return parseError(facts, 'missing_action_name', message, options);
  }
  const { name, normalised } = readActionName(action, options.tools);
  const isTool = options.tools?.includes(name) === true;
  if (!isTool && isNoTool(name)) {
    const message = `"${name}" is not a tool. Choose one, or finish with "action": "final".`;
    return parseError(facts, 'not_a_tool', message, options);
  }
  const control = isTool ? undefined : readControlWord(name);
  if (control === 'give_up') return giveUpStep(facts, input);
  if (control === 'final') {
    const answer = isJsonObject(input) ? answerOf(input) : input;
    if (!isJsonObject(input) || answer !== undefined) return finalStep(facts, answer, options);
    const message = '"final" takes {"answer": …} or a text as its "action_input".';
    return parseError(facts, 'missing_action_input', message, options);
  }
  if (normalised) facts.flags.push('name_normalised');
  const args = readActionInput(text, step, facts);
  if (!args.ok) return parseError(facts, args.code, args.message, options);
  return { kind: 'action', tool: name, args: args.value, rawArgs: args.raw, ...facts };
}

function isGiven(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null;
}

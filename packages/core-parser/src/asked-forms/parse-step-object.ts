import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { isNoTool, readActionName } from '../step/action-name.ts';
import { readControlWord } from '../step/control-words.ts';
import type { ParseStepOptions, ReactStep } from '../step/react-step.ts';
import {
  answerOf,
  finalStep,
  giveUpStep,
  parseError,
  type StepFacts,
} from '../step/step-results.ts';
import type { StepObject } from './find-step-objects.ts';
import { readActionInput } from './read-action-input.ts';

/** Reads the object of a step in the JSON form: a call, an answer or a surrender. */
export function parseStepObject(
  text: string,
  step: StepObject,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  const { thought, action, action_input: input, final_answer: answer } = step.value;
  facts.repaired = step.repaired;
  if (typeof thought === 'string') facts.thought = thought;
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
    if (!isJsonObject(input)) return finalStep(facts, input, options);
    const answer = answerOf(input);
    if (answer !== undefined) return finalStep(facts, answer, options);
    if (isNamedAnswer(name, input)) return finalStep(facts, input, options);
    const message = '"final" takes {"answer": …} or a text as its "action_input".';
    return parseError(facts, 'missing_action_input', message, options);
  }
  if (normalised) facts.flags.push('name_normalised');
  const args = readActionInput(text, step, facts);
  if (!args.ok) return parseError(facts, args.code, args.message, options);
  return { kind: 'action', tool: name, args: args.value, rawArgs: args.raw, ...facts };
}

/** `Final Answer`, as LangChain has it, takes its answer as it is; an object under `final` may well be a surrender. */
export function isNamedAnswer(name: string, input: JsonObject): boolean {
  return /answer/i.test(name) && Object.keys(input).length > 0;
}

function isGiven(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null;
}

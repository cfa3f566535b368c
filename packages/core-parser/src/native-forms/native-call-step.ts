import { isNamedAnswer } from '../asked-forms/parse-step-object.ts';
import { extractJson } from '../json/extract-json.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { Json } from '../json/json.ts';
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
import type { NativeCall } from './native-call.ts';

/**
 * The step that a native call stands for: a call of a tool, or an end by a control word (T8). Arguments that are the JSON
 * text of an object are that object; absent, null or empty ones are `{}`, anything else is `not_object`.
 */
export function nativeCallStep(
  call: NativeCall,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  if (call.membersIgnored === true) facts.flags.push('members_ignored');
  const { name, normalised } = readActionName(call.name, options.tools);
  const isTool = options.tools?.includes(name) === true;
  if (name === '') {
    return parseError(facts, 'missing_action_name', 'The call must name one tool.', options);
  }
  if (!isTool && isNoTool(name)) {
    const message = `"${name}" is not a tool. Choose one, or call "final" with your answer.`;
    return parseError(facts, 'not_a_tool', message, options);
  }
  const input = objectInText(call.input);
  facts.repaired = facts.repaired || call.repaired || input !== call.input;
  const control = isTool ? undefined : readControlWord(name);
  if (control === 'give_up') return giveUpStep(facts, input);
  if (control === 'final') {
    if (!isJsonObject(input)) return finalStep(facts, input, options);
    const answer = isNamedAnswer(name, input) ? (answerOf(input) ?? input) : answerOf(input);
    if (answer !== undefined) return finalStep(facts, answer, options);
    const message = '"final" takes {"answer": …} as its arguments.';
    return parseError(facts, 'missing_action_input', message, options);
  }
  if (normalised) facts.flags.push('name_normalised');
  const args = isBlank(input) ? {} : input;
  if (!isJsonObject(args)) {
    const message = 'The arguments must be a JSON object, such as {"key": "value"}.';
    return parseError(facts, 'not_object', message, options);
  }
  return { kind: 'action', tool: name, args, rawArgs: call.rawInput, ...facts };
}

/** The object in a string that is its JSON text and nothing else, as chat APIs write arguments. */
function objectInText(input: Json | undefined): Json | undefined {
  if (typeof input !== 'string') return input;
  const reading = extractJson(input);
  return reading.ok && reading.raw === input.trim() ? reading.value : input;
}

function isBlank(input: Json | undefined): input is undefined | null | string {
  if (typeof input === 'string') return input.trim() === '';
  return input === undefined || input === null;
}

import { findJsonObject } from '../json/find-json-object.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import { isNoTool, readActionName } from '../step/action-name.ts';
import { type ControlWord, readControlWord } from '../step/control-words.ts';
import type { ParseStepOptions, ReactStep } from '../step/react-step.ts';
import {
  answerOf,
  finalStep,
  giveUpStep,
  parseError,
  type StepFacts,
  textOf,
} from '../step/step-results.ts';
import { firstLineOf } from '../text/first-line.ts';
import { endOfLine } from '../text/lines.ts';
import { splitActions, textOfSections } from './action-sections.ts';
import { readControlInput } from './read-control-input.ts';
import type { Section, StepOutline } from './step-outline.ts';

const missingInputMessage =
  'A line "Action Input:" with a JSON object must follow the line "Action:"; write {} when the tool takes no arguments.';

/** Reads the action of a completion without an answer: a call of a tool, or one of the control words (T8). */
export function parseTextAction(
  body: string,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  facts.thought = outline.thought;
  const action = findCall(body, outline, facts, options);
  if (action === undefined || outline.inputs.length > 1) {
    const message = 'The reply holds several actions. Write one, and wait for its observation.';
    return parseError(facts, 'multiple_actions', message, options);
  }
  const input = outline.inputs[0];
  if (input !== undefined && input.start < action.start) {
    return parseError(facts, 'missing_action_input', missingInputMessage, options);
  }
  const { name, normalised } = readActionName(firstLineOf(body, action), options.tools);
  if (name === '' || name.startsWith('{')) {
    const message = 'The name of one tool must stand after "Action:".';
    return parseError(facts, 'missing_action_name', message, options);
  }
  const isTool = options.tools?.includes(name) === true;
  if (!isTool && isNoTool(name)) {
    const message = `"${name}" is not a tool. Choose one, or finish with "Final Answer:".`;
    return parseError(facts, 'not_a_tool', message, options);
  }
  const control = isTool ? undefined : readControlWord(name);
  if (control !== undefined) return parseControl(body, control, outline, facts, options);
  if (normalised) facts.flags.push('name_normalised');
  return parseCall(body, name, outline, facts, options);
}

/** The one action; undefined when there are several. An announcement before the call of a tool belongs to the thought. */
function findCall(
  body: string,
  outline: StepOutline,
  facts: StepFacts,
  { tools }: ParseStepOptions,
): Section | undefined {
  if (outline.actions.length === 1) return outline.actions[0];
  const { prose, calls } = splitActions(body, outline, tools);
  const call = calls.length === 1 && outline.inputs.length === 1 ? calls[0] : undefined;
  if (call === undefined || tools === undefined) return undefined;
  if (!tools.includes(readActionName(firstLineOf(body, call), tools).name)) return undefined;
  facts.thought = [outline.thought, ...textOfSections(body, prose)].join('\n').trim();
  return call;
}

function parseCall(
  body: string,
  tool: string,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  const { object } = outline;
  if (object === undefined || (!object.ok && object.failure.code === 'empty')) {
    return parseError(facts, 'missing_action_input', missingInputMessage, options);
  }
  if (!object.ok) {
    const message = `Action Input: ${object.failure.message}`;
    return parseError(facts, object.failure.code, message, options);
  }
  if (holdsSecondObject(body, outline)) {
    const message =
      'The "Action Input:" holds several objects. Write one, and wait for its observation.';
    return parseError(facts, 'multiple_actions', message, options);
  }
  noteInput(body, outline, facts);
  const rawArgs = body.slice(object.start, object.end);
  return { kind: 'action', tool, args: object.value, rawArgs, ...facts };
}

function parseControl(
  body: string,
  control: ControlWord,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  const input = readControlInput(body, outline, options);
  if (!input.ok) return parseError(facts, input.code, `Action Input: ${input.message}`, options);
  const { value } = input;
  if (isJsonObject(value)) noteInput(body, outline, facts);
  if (control === 'give_up') return giveUpStep(facts, value);
  if (!isJsonObject(value)) return finalStep(facts, value, options);
  const answer = answerOf(value);
  if (answer === undefined) {
    const message = 'Action Input: "final" takes a text or {"answer": "…"}.';
    return parseError(facts, 'missing_action_input', message, options);
  }
  return finalStep(facts, textOf(answer), options);
}

/** Notes how the object was read, and whether more than a cut-off label stands behind it. */
function noteInput(body: string, outline: StepOutline, facts: StepFacts): void {
  const input = outline.inputs[0]!;
  if (outline.object?.ok !== true) return;
  facts.repaired = outline.object.repaired;
  const rest = body.slice(outline.object.restStart, input.end).trim();
  if (!'observation:'.startsWith(rest.toLowerCase())) facts.flags.push('text_after_input');
}

/**
 * True when another object stands in the line of the one that was read, also one that breaks off. In a later line it may as
 * well be an observation that the model invented.
 */
function holdsSecondObject(body: string, { inputs, object }: StepOutline): boolean {
  if (object?.ok !== true) return false;
  const end = Math.min(endOfLine(body, object.end), inputs[0]!.end);
  const second = findJsonObject(body, { start: object.restStart, startLimit: end, end });
  return second.ok || second.failure.code !== 'not_json';
}

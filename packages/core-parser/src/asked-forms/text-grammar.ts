import type { ParseStepOptions, ReactStep } from '../step/react-step.ts';
import type { StepGrammar } from '../step/step-grammar.ts';
import { parseError, type StepFacts } from '../step/step-results.ts';
import { endOfLine } from '../text/lines.ts';
import { splitActions } from './action-sections.ts';
import { parseTextAction } from './parse-text-action.ts';
import type { StepOutline } from './step-outline.ts';

/** The labelled text form: `Action:` with `Action Input:`, or `Final Answer:`. */
export const textGrammar: StepGrammar = {
  form: 'text',
  wanted:
    'Write "Action:" and "Action Input:", or "Final Answer:", each at the start of a line and in no fence.',

  findSign({ text, outline }, { tools }) {
    const { prose, calls } = splitActions(text, outline, tools);
    const signs = [calls[0], outline.inputs[0], outline.answer].flatMap(
      (section) => section?.labelStart ?? [],
    );
    if (signs.length > 0) return Math.min(...signs);
    // An announcement without a call is the last of all signs: the call may stand in another form.
    return prose.length > 0 ? text.length : -1;
  },

  read({ text, outline }, facts, options) {
    if (outline.inventedObservation) facts.flags.push('invented_observation');
    const step = readStep(text, outline, facts, options);
    return { step, ...ownPart(text, outline, step) };
  },
};

function readStep(
  text: string,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  if (outline.answer !== undefined) {
    if (isInsideInput(outline)) return parseTextAction(text, outline, facts, options);
    return (
      readActionBefore(text, outline.answer, outline, facts, options) ??
      readAnswer(text, outline.answer, outline, facts, options)
    );
  }
  if (outline.actions.length > 0) return parseTextAction(text, outline, facts, options);
  return readNothing(outline, facts, options);
}

/** The action whose input the answer does not follow at once: what stands between poses as its observation. */
function readActionBefore(
  text: string,
  answer: NonNullable<StepOutline['answer']>,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep | undefined {
  const { object } = outline;
  if (object?.ok !== true || text.slice(object.restStart, answer.labelStart).trim() === '') {
    return undefined;
  }
  const step = parseTextAction(text, outline, { ...facts, flags: [...facts.flags] }, options);
  // "Action: None" and the like ask for nothing that an observation could follow.
  const asksForTool =
    step.kind === 'action' || (step.kind === 'parse_error' && step.code === 'multiple_actions');
  if (!asksForTool) return undefined;
  return step.flags.includes('text_after_input')
    ? step
    : { ...step, flags: [...step.flags, 'text_after_input'] };
}

/** True when the object of the input breaks off: the answer stands in a string of it, or where it had to go on. */
function isInsideInput({ object, actions }: StepOutline): boolean {
  return actions.length > 0 && object?.ok === false && object.failure.code === 'truncated';
}

function readAnswer(
  text: string,
  answer: NonNullable<StepOutline['answer']>,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  facts.thought = outline.thought;
  if (outline.actions.length > 0 || outline.actionInAnswer) {
    facts.flags.push('action_ignored_after_final');
  }
  const section = text.slice(answer.start, answer.end).trim();
  const written =
    answer.openEmphasis !== '' && section.endsWith(answer.openEmphasis)
      ? section.slice(0, -answer.openEmphasis.length).trim()
      : section;
  if (written === '') {
    return parseError(facts, 'empty', 'Nothing stands after "Final Answer:".', options);
  }
  // An observation after the answer shows that the answer itself was complete.
  if (options.truncated === true && !outline.inventedObservation) {
    const message = 'The answer was cut off by the token limit. Write a shorter one.';
    return parseError(facts, 'truncated', message, options);
  }
  return { kind: 'final', answer: written, ...facts };
}

function readNothing(outline: StepOutline, facts: StepFacts, options: ParseStepOptions): ReactStep {
  if (outline.inputs.length > 0) {
    const message = 'A line "Action:" with the name of a tool must come before "Action Input:".';
    return parseError(facts, 'missing_action_name', message, options);
  }
  const message = outline.quotedLabel
    ? 'Labels inside a ``` fence are read as quotation. Write "Action:" or "Final Answer:" outside of it.'
    : 'No line begins with "Action:" or "Final Answer:". Write one of them at the start of a line.';
  return parseError(facts, 'no_anchor', message, options);
}

/** The arguments of the step, or its answer, which runs to the end, with the arguments that it makes void. */
function ownPart(
  text: string,
  { actions, inputs, object, answer }: StepOutline,
  step: ReactStep,
): { start: number; end: number } {
  if (step.kind === 'final' && answer !== undefined) {
    const isBehindInput =
      object?.ok === true && text.slice(object.restStart, answer.labelStart).trim() === '';
    return { start: isBehindInput ? object.start : answer.start, end: text.length };
  }
  if (object?.ok === true) return { start: object.start, end: object.end };
  const start = inputs[0]?.start ?? actions[0]?.start ?? text.length;
  return { start, end: inputs[0]?.end ?? endOfLine(text, start) };
}

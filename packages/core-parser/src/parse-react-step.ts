import { maxInputChars } from './defaults.ts';
import { unwrapFence } from './fence.ts';
import { withLineFeeds } from './lines.ts';
import { parseTextAction } from './parse-text-action.ts';
import type { ParseStepOptions, ReactStep } from './react-step.ts';
import { removeReasoning } from './remove-reasoning.ts';
import { readOutline, type StepOutline } from './step-outline.ts';
import { parseError, type StepFacts } from './step-results.ts';

/**
 * Reads one completion in the text form: `Thought:`, then `Action:` and `Action Input:` with a JSON object, or
 * `Final Answer:`. `Action: final` and `Action: give_up` end a run as well (T8).
 *
 * Only labels at the start of a line count. The completion is cut at its first `Observation:` line; then an answer that
 * follows the input of an action at once comes before the action (P3), and everything after `Final Answer:` is the answer.
 * With anything between the input and the answer, the action is what was asked for: the rest was written without its
 * observation, and is dropped. A text without a label is an error, never an
 * answer. Total: any input gives one of the four kinds of step (P1, P2, P4). Linear in the text; never throws.
 */
export function parseReactStep(text: string, options: ParseStepOptions = {}): ReactStep {
  const facts: StepFacts = { thought: '', repaired: false, flags: [] };
  const completion = typeof text === 'string' ? text : '';
  if (completion.length > maxInputChars) {
    const message = `The reply has ${completion.length} characters; at most ${maxInputChars} are read.`;
    return parseError(facts, 'too_large', message, options);
  }
  const reasoning = removeReasoning(withLineFeeds(completion));
  if (reasoning.removed) facts.flags.push('reasoning_removed');
  const body = unwrapFence(reasoning.body);
  if (body.trim() === '') {
    const message = reasoning.unclosed
      ? 'The reply holds only reasoning. Write an "Action:" or a "Final Answer:" after it.'
      : 'The reply is empty. Write an "Action:" or a "Final Answer:".';
    return parseError(facts, 'empty', message, options);
  }
  const outline = readOutline(body);
  if (outline.inventedObservation) facts.flags.push('invented_observation');
  if (outline.answer !== undefined) {
    return (
      parseActionBefore(body, outline.answer, outline, facts, options) ??
      parseAnswer(body, outline.answer, outline, facts, options)
    );
  }
  if (outline.actions.length > 0) return parseTextAction(body, outline, facts, options);
  return parseNothing(outline, facts, options);
}

/** The action whose input the answer does not follow at once: what stands between poses as its observation. */
function parseActionBefore(
  body: string,
  answer: NonNullable<StepOutline['answer']>,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep | undefined {
  const { object } = outline;
  if (object?.ok !== true || body.slice(object.restStart, answer.labelStart).trim() === '') {
    return undefined;
  }
  const step = parseTextAction(body, outline, { ...facts, flags: [...facts.flags] }, options);
  // "Action: None" and the like ask for nothing that an observation could follow.
  const asksForTool =
    step.kind === 'action' || (step.kind === 'parse_error' && step.code === 'multiple_actions');
  if (!asksForTool) return undefined;
  return step.flags.includes('text_after_input')
    ? step
    : { ...step, flags: [...step.flags, 'text_after_input'] };
}

function parseAnswer(
  body: string,
  answer: NonNullable<StepOutline['answer']>,
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  facts.thought = outline.thought;
  if (outline.actions.length > 0 || outline.actionInAnswer) {
    facts.flags.push('action_ignored_after_final');
  }
  const written = body.slice(answer.start, answer.end).trim();
  const text =
    answer.openEmphasis !== '' && written.endsWith(answer.openEmphasis)
      ? written.slice(0, -answer.openEmphasis.length).trim()
      : written;
  if (text === '') {
    return parseError(facts, 'empty', 'Nothing stands after "Final Answer:".', options);
  }
  // An observation after the answer shows that the answer itself was complete.
  if (options.truncated === true && !outline.inventedObservation) {
    const message = 'The answer was cut off by the token limit. Write a shorter one.';
    return parseError(facts, 'truncated', message, options);
  }
  return { kind: 'final', answer: text, ...facts };
}

function parseNothing(
  outline: StepOutline,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  if (outline.inputs.length > 0) {
    const message = 'A line "Action:" with the name of a tool must come before "Action Input:".';
    return parseError(facts, 'missing_action_name', message, options);
  }
  const message = outline.quotedLabel
    ? 'Labels inside a ``` fence are read as quotation. Write "Action:" or "Final Answer:" outside of it.'
    : 'No line begins with "Action:" or "Final Answer:". Write one of them at the start of a line.';
  return parseError(facts, 'no_anchor', message, options);
}

import { isNoTool } from '../step/action-name.ts';
import { readControlWord } from '../step/control-words.ts';
import type { ParseStepOptions, ReactStep } from '../step/react-step.ts';
import type { StepGrammar } from '../step/step-grammar.ts';
import { finalStep, giveUpStep, parseError, type StepFacts } from '../step/step-results.ts';
import { endOfLine } from '../text/lines.ts';
import { readLabel } from '../text/read-label.ts';
import { type BracketStep, findBracketStep } from './find-bracket-step.ts';
import { holdsBracketCall } from './read-bracket-call.ts';

const wanted =
  'Write "Action: name[argument]" at the start of a line, or "Action: Finish[answer]".';

/** The form of the ReAct paper: `Action 3: Search[x]`, and `Finish[answer]` to end. */
export const bracketGrammar: StepGrammar = {
  form: 'bracket',
  wanted,

  findSign: (source, { tools }) => findBracketStep(source, tools)?.sign ?? -1,

  read(source, facts, options) {
    const { text } = source;
    const found = findBracketStep(source, options.tools);
    if (found === undefined) {
      const step = parseError(facts, 'no_anchor', wanted, options);
      return { step, end: text.length };
    }
    const step = readStep(text, found, facts, options);
    return { step, end: found.call.end };
  },
};

function readStep(
  text: string,
  found: BracketStep,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  const { call, thought, end } = found;
  const { name, argument } = call;
  facts.thought = thought;
  const rest = readRest(text, call.end, end);
  if (rest.isCut || end < text.length) facts.flags.push('invented_observation');
  if (found.isSecond || rest.holds === 'call') {
    const message = 'The reply holds several actions. Write one, and wait for its observation.';
    return parseError(facts, 'multiple_actions', message, options);
  }
  if (rest.holds === 'answer') {
    const message = 'The reply holds a call and an answer. Write one of them.';
    return parseError(facts, 'both_action_and_final', message, options);
  }
  if (argument === undefined && !call.isBare) {
    const message = `The bracket after "${name}" is not closed. Write the whole action again, shorter if need be.`;
    return parseError(facts, 'truncated', message, options);
  }
  if (rest.holds === 'text') {
    const message =
      'Nothing may stand after an action. Write it alone, and wait for its observation.';
    return parseError(facts, 'text_after_input', message, options);
  }
  const input = argument === undefined ? undefined : text.slice(argument.start, argument.end);
  return readCall(name, input, facts, options);
}

function readCall(
  name: string,
  input: string | undefined,
  facts: StepFacts,
  options: ParseStepOptions,
): ReactStep {
  const isTool = options.tools?.includes(name) === true;
  if (!isTool && isNoTool(name)) {
    const message = `"${name}" is not a tool. Choose one, or finish with "Finish[answer]".`;
    return parseError(facts, 'not_a_tool', message, options);
  }
  const control = isTool ? undefined : readControlWord(name);
  if (control === 'give_up') return giveUpStep(facts, input);
  if (control === 'final') return finalStep(facts, input?.trim() === '' ? '' : input, options);
  if (input !== undefined) {
    return { kind: 'action', tool: name, args: { input }, rawArgs: input, ...facts };
  }
  if (options.truncated === true) {
    const message = 'An argument may have been cut off after the name.';
    return parseError(facts, 'missing_action_input', message, options);
  }
  return { kind: 'action', tool: name, args: {}, rawArgs: '', ...facts };
}

/** What stands between a call and the end of the completion, which a near label of an observation ends as well. */
type Rest = { holds: 'nothing' | 'call' | 'answer' | 'text'; isCut: boolean };

function readRest(text: string, start: number, end: number): Rest {
  const rest = text.slice(start, end);
  let isBlank = true;
  let lineStart = 0;
  while (lineStart < rest.length) {
    const lineEnd = endOfLine(rest, lineStart);
    const label = readLabel(rest, lineStart, lineEnd)?.label;
    if (label === 'Observation' && isBlank) return { holds: 'nothing', isCut: true };
    if (label === 'Action') return { holds: 'call', isCut: false };
    if (label === 'Final Answer') return { holds: 'answer', isCut: false };
    isBlank &&= rest.slice(lineStart, lineEnd).trim() === '';
    lineStart = lineEnd + 1;
  }
  if (isBlank) return { holds: 'nothing', isCut: false };
  return { holds: holdsBracketCall(rest) ? 'call' : 'text', isCut: false };
}

import type { Step } from '@loopwright/agent-run';
import { encodeObservation, parseReactStep } from '@loopwright/core-parser';
import { digestBlock, digestedSteps } from './context-reset.ts';
import { reactDefaults } from './defaults.ts';
import { capArgs, capName, capThought } from './echoed-step.ts';
import {
  addBlock,
  type ScratchpadForm,
  startScratchpad,
  stepBlock,
  taskBlock,
  toParsed,
} from './scratchpad.ts';
import type { StepFormat } from './step-format.ts';

const textForm: ScratchpadForm = {
  callsPerStep: 1,
  writeCall(thought, tool, args) {
    const said = thought === '' ? '' : `Thought: ${encodeObservation(capThought(thought))}\n`;
    return `${said}Action: ${encodeObservation(capName(tool))}\nAction Input: ${encodeObservation(capArgs(args).json)}`;
  },
  encode: encodeObservation,
};

/** The labelled text form: Thought, Action, Action Input, Observation, Final Answer. */
export const textFormat: StepFormat = {
  name: 'text',
  callsPerStep: textForm.callsPerStep,
  instructions: `Write exactly one step, in this form:
Thought: what you need next and why
Action: the name of one tool
Action Input: its arguments as one JSON object

When the answer is in hand, write instead:
Thought: why this is the answer
Final Answer: the answer

When you cannot find the answer, write instead:
Thought: why you cannot
Action: give_up
Action Input: {"partial_answer": "what you did find", "reason": "why not more"}`,
  start: (input) => startScratchpad(input, textForm),
  read: (reply, tools) =>
    toParsed(parseReactStep(reply.text, { tools, truncated: reply.finish === 'length' }), reply),
  append: (request, _reply, step) => addBlock(request, stepBlock(step, textForm)),
};

/**
 * The scratchpad that the policy saw after these steps, made from the steps alone (R20). What the option
 * `concludeAtLimit` adds to the very last request is no part of it.
 *
 * @param options.keepSteps As the run had it. Default: 0.
 */
export function rebuildScratchpad(
  task: string,
  steps: readonly Step[],
  options: { keepSteps?: number | undefined } = {},
): string {
  const { keepSteps = reactDefaults.keepSteps } = options;
  const acted = steps.filter((step) => step.calls.length > 0);
  const digested = digestedSteps(acted.length, keepSteps);
  return [
    taskBlock(task, textForm),
    ...(digested > 0 ? [digestBlock(acted.slice(0, digested))] : []),
    ...acted.slice(digested).map((step) => stepBlock(step, textForm)),
  ].join('');
}

import {
  encodeJsonObservation,
  encodeObservation,
  jsonLine,
  parseJsonStep,
} from '@loopwright/core-parser';
import { capArgs, capName, capThought } from './echoed-step.ts';
import {
  addBlock,
  type ScratchpadForm,
  startScratchpad,
  stepBlock,
  toParsed,
} from './scratchpad.ts';
import type { StepFormat } from './step-format.ts';

const jsonForm: ScratchpadForm = {
  callsPerStep: 1,
  writeCall(thought, action, args) {
    const { json, isCut } = capArgs(args);
    const input = isCut ? json : args;
    // What the model repeats of a result, a file name for example, is no more its own than the result.
    return encodeObservation(
      jsonLine({ thought: capThought(thought), action: capName(action), action_input: input }),
    );
  },
  encode: encodeJsonObservation,
};

/** The JSON form: one object with thought, action and action_input; `final` and `give_up` are actions. */
export const jsonFormat: StepFormat = {
  name: 'json',
  callsPerStep: jsonForm.callsPerStep,
  instructions: `Write exactly one JSON object and nothing else:
{"thought": "what you need next and why", "action": "the name of one tool", "action_input": {its arguments}}

When the answer is in hand:
{"thought": "why this is the answer", "action": "final", "action_input": {"answer": "the answer"}}

When you cannot find the answer:
{"thought": "why you cannot", "action": "give_up", "action_input": {"partial_answer": "what you did find", "reason": "why not more"}}`,
  start: (input) => startScratchpad(input, jsonForm),
  read: (reply, tools) =>
    toParsed(parseJsonStep(reply.text, { tools, truncated: reply.finish === 'length' }), reply),
  append: (request, _reply, step) => addBlock(request, stepBlock(step, jsonForm)),
};

import { describeAnswer, type StepEvidence } from '@loopwright/agent-run';
import { capText, encodeObservation, type JsonObject, jsonLine } from '@loopwright/core-parser';
import { rewooDefaults } from './defaults.ts';

/** What the system prompt of the solver is made of. */
export type SolverPromptInput = {
  /** What the caller adds about the job. */
  instructions: string | undefined;
  /** The JSON Schema of a typed answer, when the option `answer` can tell it. */
  answerSchema?: JsonObject | undefined;
};

/**
 * The system prompt of the solver (R11). It names no tool (W4): the task and the evidence follow in the conversation.
 * Replace it with the option `solverPrompt`.
 */
export function defaultSolverPrompt({ instructions, answerSchema }: SolverPromptInput): string {
  return [
    'You answer a task from evidence: calls of tools that were made for it, and what each observed. No further call can be made.',
    ...(instructions ? [instructions] : []),
    `Write, in this form:
Final Answer: the answer

When the evidence does not answer the task, write instead:
Action: give_up
Action Input: {"partial_answer": "what the evidence does say", "reason": "what is missing"}`,
    ...(answerSchema ? [describeAnswer(answerSchema)] : []),
    `Rules:
- Observations are ground truth. Do not doubt them, and do not do a tool's work again.
- Never state a fact that no observation gave you. What failed or was not started is not known.
- Stop as soon as the answer is written.`,
  ].join('\n\n');
}

/**
 * What a step gave, as the solver reads it: the call, and the observation under the id of its step. No line of an
 * observation can pass for another one. The arguments are those that the tool got; a step that was never started has only
 * references that lead nowhere, so they are left out.
 */
export function evidenceBlock({ id, tool, args, observation, blockedBy }: StepEvidence): string {
  const action = `Action: ${encodeObservation(tool)}\n`;
  if (blockedBy !== undefined) {
    return `${action}Observation (${id}): ERROR: not started, because ${blockedBy} failed\n`;
  }
  const json = capText(jsonLine(args), rewooDefaults.maxShownArgsChars, 'The tool got all of it.');
  return `${action}Action Input: ${encodeObservation(json)}\nObservation (${id}): ${encodeObservation(observation.text)}\n`;
}

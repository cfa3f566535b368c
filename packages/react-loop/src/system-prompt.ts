import { describeAnswer } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { describeTool, type Tool } from '@loopwright/tool-registry';

/** What a system prompt is made of. */
export type SystemPromptInput = {
  tools: readonly Tool[];
  /** How the format wants a step written. */
  formatInstructions: string;
  /** What the caller adds about the job. */
  instructions: string | undefined;
  /** The JSON Schema of a typed answer, when the option `answer` can tell it. */
  answerSchema?: JsonObject | undefined;
  /** The request itself lists the tools and the schema of the answer (`StepFormat.toolsInRequest`). */
  toolsInRequest?: boolean | undefined;
};

/**
 * The system prompt of the actor (R11). It holds nothing that changes during a run, so that providers can cache it.
 * Replace it with the option `systemPrompt`.
 */
export function defaultSystemPrompt({
  tools,
  formatInstructions,
  instructions,
  answerSchema,
  toolsInRequest = false,
}: SystemPromptInput): string {
  const toolList =
    tools.length > 0 ? `Tools:\n${tools.map(describeTool).join('\n')}` : 'There are no tools.';
  return [
    toolsInRequest
      ? 'You solve a task step by step with tools. You call tools; they are run; you read their results and go on.'
      : 'You solve a task step by step with tools. You write one step; the tool is run; you read its observation and write the next step.',
    ...(instructions ? [instructions] : []),
    ...(toolsInRequest ? [] : [toolList]),
    formatInstructions,
    ...(answerSchema && !toolsInRequest ? [describeAnswer(answerSchema)] : []),
    `Rules:
- Observations are ground truth. Do not doubt them, do not repeat a call to check them.
- Never write an observation yourself, and never state a fact that no observation gave you.
- Stop as soon as the answer is in hand.
- After an ERROR, do not repeat the same call; try another way, or give_up with what you have.`,
  ].join('\n\n');
}

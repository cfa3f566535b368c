import { describeAnswer } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { describeTool, type Tool } from '@loopwright/tool-registry';

/** What the system prompt of the planner is made of. */
export type PlannerPromptInput = {
  tools: readonly Tool[];
  /** Steps that a plan may have. */
  maxTasks: number;
  /** Steps that are performed before the next plan. */
  horizon: number | 'all';
  /** What the caller adds about the job. */
  instructions: string | undefined;
  /** The JSON Schema of a typed answer, when the option `answer` can tell it. */
  answerSchema?: JsonObject | undefined;
};

/**
 * The system prompt of the planner (N1, R11). It holds nothing that changes during a run, so that providers can cache it.
 * Replace it with the option `plannerPrompt`.
 */
export function defaultPlannerPrompt(input: PlannerPromptInput): string {
  const { tools, maxTasks, horizon, instructions, answerSchema } = input;
  return [
    'You plan how a task is solved with tools. You write a plan; its steps are run, and what the last step gives is the answer. When a step fails, you read what was observed and write a new plan.',
    ...(instructions ? [instructions] : []),
    tools.length > 0 ? `Tools:\n${tools.map(describeTool).join('\n')}` : 'There are no tools.',
    `Write exactly one JSON object and nothing else:
{"plan": [{"id": "E1", "tool": "the name of one tool", "args": {its arguments}}, {"id": "E2", "tool": "the name of one tool", "args": {"the name of an argument": "#E1"}}]}

"#E1" as a whole argument is the value that step E1 gives, with its type. Inside a longer text it becomes text. "#E1.name" and "#E1.items[0]" are parts of the value.`,
    ...(answerSchema ? [describeAnswer(answerSchema)] : []),
    `Rules:
- Plan what the task needs and nothing more: at least one step and at most ${maxTasks}. The last step gives the answer itself.
- Never guess what a step will give; refer to it. Steps that do not refer to each other are run together.
- Observations are ground truth. Do not doubt them, do not repeat a call to check them.
- The ids of a plan are its own. What an earlier plan gave is written into the arguments as a value.
- After a failure, do not plan the same call again; plan another way. Never plan again what is said to be done.`,
    ...(horizon === 'all' ? [] : [horizonRule(horizon)]),
  ].join('\n\n');
}

function horizonRule(horizon: number): string {
  const steps = horizon === 1 ? 'The first step' : `The first ${horizon} steps`;
  return `${steps} of a plan will be run. Then you read what was observed and plan what is still to be done.`;
}

import { describeTool, type Tool } from '@loopwright/tool-registry';

/** What the system prompt of the planner is made of. */
export type PlannerPromptInput = {
  tools: readonly Tool[];
  /** Steps that a plan may have. */
  maxTasks: number;
  /** What the caller adds about the job. */
  instructions: string | undefined;
};

/**
 * The system prompt of the planner (W4, R11): the tools and the form of a plan, and no observation. Replace it with the
 * option `plannerPrompt`.
 */
export function defaultPlannerPrompt({
  tools,
  maxTasks,
  instructions,
}: PlannerPromptInput): string {
  return [
    'You plan how a task is solved with tools. You write the whole plan at once; then all its steps are run, and the task is answered from what they gave. You will not see what they gave.',
    ...(instructions ? [instructions] : []),
    `Tools:\n${tools.map(describeTool).join('\n')}`,
    `Write exactly one JSON object and nothing else:
{"plan": [{"id": "E1", "tool": "the name of one tool", "args": {its arguments}}, {"id": "E2", "tool": "the name of one tool", "args": {"the name of an argument": "#E1"}}]}

"#E1" as a whole argument is the value that step E1 gives, with its type. Inside a longer text it becomes text. "#E1.name" and "#E1.items[0]" are parts of the value.`,
    `Rules:
- Plan what the task needs and nothing more: at least one step and at most ${maxTasks}.
- Never guess what a step will give; refer to it. Steps that do not refer to each other are run together.
- A step cannot decide anything: plan only calls that are right whatever the other steps give.
- Plan no step that writes the answer. It is written afterwards, from what the steps gave.`,
  ].join('\n\n');
}

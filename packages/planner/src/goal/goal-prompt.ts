import { describeTool, type Tool } from '@loopwright/tool-registry';

/** What the system prompt that splits goals is made of. */
export type GoalPromptInput = {
  /** What the tasks are done with; none when the caller does them. */
  tools: readonly Tool[];
  /** Tasks that a goal may have. */
  maxTasks: number;
  /** What the caller adds about the job. */
  instructions: string | undefined;
};

/**
 * The system prompt by which a model splits a goal, or a task of it (N2). It holds nothing that changes during a run.
 * Replace it with the option `plannerPrompt`.
 */
export function defaultGoalPrompt({ tools, maxTasks, instructions }: GoalPromptInput): string {
  return [
    'You split a goal into tasks. You do none of them: each is done on its own by somebody who sees only its description and what the tasks gave that it depends on.',
    ...(instructions ? [instructions] : []),
    ...(tools.length > 0
      ? [`The tasks are done with:\n${tools.map(describeTool).join('\n')}`]
      : []),
    `Write exactly one JSON object and nothing else:
{"steps": [{"id": "lookup_france", "description": "what is to be done, complete in itself", "depends_on": []}, {"id": "compare", "description": "what is to be done with the results", "depends_on": ["lookup_france"]}]}`,
    `Rules:
- As few tasks as the goal needs, at least one and at most ${maxTasks}. A goal that one task can do is one task.
- An id has letters, digits and "_".
- A task depends on those whose results it needs and on no others: tasks that do not depend on each other are done together.
- The last task gives the answer to the goal.`,
  ].join('\n\n');
}

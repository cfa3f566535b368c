import type { Run } from '@loopwright/agent-run';
import { type Plan, parsePlan } from '@loopwright/core-parser';
import { type Tool, toolParameters } from '@loopwright/tool-registry';
import { rewooDefaults } from './defaults.ts';
import { defaultPlannerPrompt } from './planner-prompt.ts';
import { askAgain, startRequest } from './request.ts';
import { maxTasksOf } from './rewoo-bounds.ts';
import type { RewooOptions } from './rewoo-options.ts';

/** A plan in which every step can run, or everything that is wrong with the last one that the planner wrote. */
export type PlanMaking = { plan: Plan } | { problem: string };

/** Has the planner write a plan, and write it again as often as `planRepairs` allows (W1). Nothing of it is run. */
export async function makePlan<Answer>(
  run: Run,
  options: RewooOptions<Answer>,
): Promise<PlanMaking> {
  const { planRepairs = rewooDefaults.planRepairs } = options;
  const offered = [...run.tools.tools.values()];
  const tools = toolParameters(offered);
  const maxSteps = maxTasksOf(options);
  let request = startRequest(plannerPromptOf(options, offered), run.task);
  for (let repairs = 0; ; repairs++) {
    const reply = await run.think(request, 'planner');
    const truncated = reply.finish === 'length';
    const reading = parsePlan(reply.text, { tools, maxSteps, truncated });
    if (reading.ok) {
      const flags = [...reading.flags, ...(reading.repaired ? ['repaired'] : [])];
      for (const flag of flags) run.flag('parser', `plan: ${flag}`);
      return { plan: reading.plan };
    }
    const problem = `The plan cannot be carried out: ${reading.message}`;
    if (repairs >= planRepairs) return { problem };
    request = askAgain(request, `${problem}\nNothing of it was run. Write the whole plan again.`);
  }
}

/** The system prompt of the planner as these options make it. */
export function plannerPromptOf<Answer>(
  options: Pick<RewooOptions<Answer>, 'instructions' | 'plannerPrompt' | 'maxTasks' | 'limits'>,
  tools: readonly Tool[],
): string {
  const { instructions, plannerPrompt = defaultPlannerPrompt } = options;
  return plannerPrompt({ tools, maxTasks: maxTasksOf(options), instructions });
}

import type { ModelRequest, Run } from '@loopwright/agent-run';
import {
  canonicalJson,
  capText,
  encodeNote,
  encodeObservation,
  type Json,
  jsonLine,
  type PlanStep,
  parsePlan,
} from '@loopwright/core-parser';
import { goalDefaults } from '../defaults.ts';
import type { NewTask, Task } from '../task.ts';
import type { GoalOptions } from './goal-options.ts';
import { goalPromptOf, goalSettings } from './goal-settings.ts';
import type { Split, Splitter } from './splitter.ts';
import type { TaskResults } from './task-executor.ts';

/**
 * Has the planner split the goal, asking again with what is wrong with its list, and, where they are split when they are
 * next, single tasks, at most as many as a goal may have (N2, N4). A list that cannot be used is a problem, never a part of it.
 */
export function createModelSplitter<Answer>(run: Run, options: GoalOptions<Answer>): Splitter {
  const { graph, expand, maxPlanAttempts } = goalSettings(options);
  const { maxTasks } = graph;
  const system = goalPromptOf(options);
  const goalBlock = `Task: ${encodeObservation(run.task)}\n`;
  const splitGoal = () => ask(run, system, [goalBlock], { maxTasks, maxPlanAttempts });
  let expansions = 0;
  const splitTask = async (task: Task<Json>, results: TaskResults): Promise<Split> => {
    if (expansions >= maxTasks) return {};
    expansions += 1;
    const blocks = [goalBlock, ...resultBlocks(results), taskBlock(task)];
    return ask(run, system, blocks, { maxTasks, maxPlanAttempts: 1 });
  };
  return { by: 'model', splitGoal, splitTask: expand === 'next' ? splitTask : undefined };
}

async function ask(
  run: Run,
  system: string,
  start: readonly string[],
  { maxTasks, maxPlanAttempts }: { maxTasks: number; maxPlanAttempts: number },
): Promise<Split> {
  const blocks = [...start];
  for (let attempt = 1; ; attempt++) {
    const messages: ModelRequest['messages'] = [{ role: 'user', blocks: [...blocks] }];
    const reply = await run.think({ system, messages, temperature: 0 }, 'planner');
    const split = readTasks(reply.text, { maxTasks, truncated: reply.finish === 'length' });
    if (split.problem === undefined || attempt >= maxPlanAttempts) return split;
    const shown = capText(split.problem, goalDefaults.maxShownProblemChars, 'Mend these first.');
    blocks.push(
      `Note: These tasks cannot be used: ${encodeNote(shown)} Write all of them again.\n`,
    );
  }
}

/** Stands for the tool of a step in words. */
const defaultTool = 'execute';

function readTasks(text: string, limits: { maxTasks: number; truncated: boolean }): Split {
  const { maxTasks, truncated } = limits;
  const reading = parsePlan(text, { defaultTool, maxSteps: maxTasks, truncated });
  if (reading.ok) return { tasks: reading.plan.steps.map(taskOf) };
  return reading.code === 'empty_plan' ? {} : { problem: reading.message };
}

/** A step in words as a task. One that is a call is told as such. */
function taskOf({ id, tool, args, dependsOn, thought }: PlanStep): NewTask {
  const inCall = tool === defaultTool ? '' : `${tool} ${jsonLine(args)}`;
  return { id, description: thought ?? inCall, dependsOn };
}

function taskBlock({ id, description }: Task<Json>): string {
  const which = `${encodeNote(description)} (${id})`;
  return `Note: Split this task of it only: ${which}. If it can be done as it is, write {"steps": []}.\n`;
}

/** What is known already when the turn of a task has come. */
function resultBlocks(results: TaskResults): string[] {
  return Object.entries(results).map(([id, result]) => {
    const text = typeof result === 'string' ? result : canonicalJson(result);
    return `Observation (${id}): ${encodeObservation(text)}\n`;
  });
}

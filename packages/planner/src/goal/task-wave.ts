import { isAgentTool, type Run } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import {
  type Call,
  describeError,
  type Observation,
  type ToolEffect,
  valueObservation,
} from '@loopwright/tool-registry';
import type { Task } from '../task.ts';
import type { Pursuit } from './pursuit.ts';
import { settleJson } from './settle-io.ts';
import type { TaskCall, TaskExecutor, TaskInput, TaskWork } from './task-executor.ts';
import { resultsFor } from './task-results.ts';

/** Tasks that are done together, one call for each. */
export type TaskWave = { readonly tasks: readonly Task<Json>[]; readonly calls: readonly Call[] };

/** The name under which a task that a function does stands in the steps. */
const workName = 'execute';

/** How many tasks can be done together at most. Functions and sub-agents work one after another, so that each is a step. */
export function widthOf(execute: TaskExecutor, run: Run, maxCallsPerStep: number): number {
  if (typeof execute === 'function') return 1;
  return typeof execute === 'string' && isAgent(run, execute) ? 1 : maxCallsPerStep;
}

/** The calls that do these tasks, as far as they can be made together. */
export function planWave(
  run: Run,
  pursuit: Pursuit,
  tasks: readonly Task<Json>[],
  execute: TaskExecutor,
): TaskWave {
  const planned = tasks.map((task) => ({ task, call: callFor(run, pursuit, task, execute) }));
  const [first] = planned;
  const alone = first !== undefined && isAgent(run, first.call.tool);
  const together = alone ? [first] : planned.filter(({ call }) => !isAgent(run, call.tool));
  return { tasks: together.map(({ task }) => task), calls: together.map(({ call }) => call) };
}

/** Does the tasks of a wave: one observation for each, in their order. */
export async function performWave(
  run: Run,
  pursuit: Pursuit,
  { tasks, calls }: TaskWave,
  execute: TaskExecutor,
): Promise<Observation[]> {
  if (typeof execute !== 'function') return run.act(calls);
  const observations: Observation[] = [];
  for (const task of tasks) observations.push(await work(run, pursuit, task, execute));
  return observations;
}

/** The worst that the calls of a wave do to the world, as their tools declare it. */
export function effectOf(run: Run, { calls }: TaskWave): ToolEffect {
  const effects = calls.map(({ tool }) => run.tools.tools.get(tool)?.effect ?? 'pure');
  return effects.includes('once') ? 'once' : (effects.find((each) => each !== 'pure') ?? 'pure');
}

async function work(
  run: Run,
  pursuit: Pursuit,
  task: Task<Json>,
  execute: TaskWork,
): Promise<Observation> {
  const input = inputOf(pursuit, task);
  const result = await settleJson(run, workName, () => execute(...input));
  if (result.ok) return valueObservation(workName, result.value, run.tools);
  const { type, message } = result;
  return run.tools.refuse(workName, { type, class: 'unknown', code: 'thrown', message });
}

function callFor(run: Run, pursuit: Pursuit, task: Task<Json>, execute: TaskExecutor): Call {
  if (typeof execute === 'function') return { tool: workName, args: { task: task.id } };
  const input = inputOf(pursuit, task);
  if (typeof execute === 'string') return { tool: execute, args: defaultArguments(run, input) };
  return callBy(execute.toCall, input);
}

/** What makes the call is the caller's own: its failure is an attempt that failed, and not the end of the run. */
function callBy(toCall: TaskCall, input: TaskInput): Call {
  try {
    const { tool, args } = toCall(...input);
    return { tool, args };
  } catch (error) {
    const { type, message } = describeError(error);
    const unreadable = `the call for it could not be made: ${type}: ${message}`;
    return { tool: workName, args: { task: input[0].id }, unreadable };
  }
}

function inputOf({ graph, goalState }: Pursuit, task: Task<Json>): TaskInput {
  return [task, resultsFor(graph, task), goalState];
}

function defaultArguments(run: Run, [task, results]: TaskInput): JsonObject {
  return { task: task.description, goal: run.task, results: { ...(results as JsonObject) } };
}

function isAgent(run: Run, name: string): boolean {
  const tool = run.tools.tools.get(name);
  return tool !== undefined && isAgentTool(tool);
}

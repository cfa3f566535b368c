import type { Run } from '@loopwright/agent-run';
import { type Json, jsonLine, toJson } from '@loopwright/core-parser';
import type { NewTask } from '../task.ts';
import { TaskGraph } from '../task-graph.ts';
import type { RunEffect } from './effect-sequence.ts';
import type { GoalCheckpoints, RestoredGoal } from './goal-checkpoints.ts';
import type { FindAlternatives } from './goal-options.ts';
import { findLastingTasks, keepLastingTasks } from './lasting-tasks.ts';
import { flagCut, type Pursuit, snapshotOf, updateSubgoals } from './pursuit.ts';
import { settleIo } from './settle-io.ts';
import type { TaskExpander } from './task-expander.ts';
import type { Trouble } from './trouble.ts';

/** What it takes to go back. */
type Means = {
  readonly checkpoints: GoalCheckpoints;
  readonly expander: TaskExpander;
  readonly findAlternatives: FindAlternatives;
};

/**
 * Goes back to a checkpoint and takes another way from there (N6). Undefined when there is no other way or no checkpoint to
 * take it from: then nothing has changed. What happened in the world since is flagged; it is not undone, and the tasks that did it
 * stay completed.
 */
export async function goBack(
  run: Run,
  from: Pursuit,
  trouble: Trouble,
  { checkpoints, expander, findAlternatives }: Means,
): Promise<Pursuit | undefined> {
  const restored = await checkpoints.restoreFor(trouble);
  const { effectsSince = [] } = restored ?? {};
  const lasting = findLastingTasks(run, from, restored?.checkpoint.seq ?? 0, effectsSince);
  const open = { ...trouble, tasks: trouble.tasks.filter(({ id }) => !lasting.has(id)) };
  const ways = await findWays(run, open, effectsSince, findAlternatives);
  if (ways.size === 0) return undefined;
  if (restored === undefined) {
    const names = [...ways.keys()].join(', ');
    run.flag('alternatives', `the other way for ${names} cannot be taken: no checkpoint was kept`);
    return undefined;
  }
  const pursuit = { graph: TaskGraph.from(restored.plan), goalState: restored.goalState };
  await keepLastingTasks(run, lasting, { from, to: pursuit, expander });
  const ids: string[] = [];
  for (const [id, tasks] of ways) {
    await expander.splitTowards(pursuit, id);
    if (takeWay(run, pursuit, id, tasks)) ids.push(id);
  }
  if (ids.length === 0) return undefined;
  updateSubgoals(pursuit);
  tellOf(run, trouble, restored, ids);
  await checkpoints.keep(snapshotOf(pursuit), 'normal', `another way for ${ids.join(', ')}`);
  return pursuit;
}

async function findWays(
  run: Run,
  { kind, tasks }: Trouble,
  effectsSince: readonly RunEffect[],
  findAlternatives: FindAlternatives,
): Promise<Map<string, NewTask[]>> {
  const ways = new Map<string, NewTask[]>();
  for (const task of tasks) {
    const effects = effectsSince.map(({ seq: _, ...effect }) => structuredClone(effect));
    const result = await settleIo(run, 'alternatives', () => findAlternatives(task, kind, effects));
    if (!result.ok) {
      run.flag('alternatives', `none for ${task.id}: ${result.type}: ${result.message}`);
    } else if (Array.isArray(result.value) && result.value.length > 0) {
      ways.set(task.id, result.value as unknown as NewTask[]);
    }
  }
  return ways;
}

/** Puts the other way in the place of a task, if there it is still to be done. */
function takeWay(run: Run, { graph }: Pursuit, id: string, tasks: readonly NewTask[]): boolean {
  if (!graph.tasks.some((task) => task.id === id && task.status === 'pending')) {
    run.flag('alternatives', `the other way for ${id} cannot be taken: there it is no task to do`);
    return false;
  }
  const [problem] = graph.findProblems(tasks, id);
  if (problem !== undefined) {
    run.flag('alternatives', `the other way for ${id} cannot be taken: ${problem.message}`);
    return false;
  }
  const { cut } = graph.expand(id, tasks);
  if (cut !== undefined) flagCut(run, cut);
  return cut === undefined;
}

function tellOf(
  run: Run,
  { kind, text }: Trouble,
  { checkpoint, effectsSince = [] }: RestoredGoal,
  ids: readonly string[],
): void {
  const { label = '', seq } = checkpoint;
  const effects = effectsSince.map(({ id, tool, args, status }) => ({ id, tool, args, status }));
  const shown = effects.map(({ tool, args, status }) => `${tool} ${jsonLine(args)} (${status})`);
  const undone = shown.length === 0 ? '' : `; not undone: ${shown.join(', ')}`;
  const message = `after ${kind} back to "${label}", another way for ${ids.join(', ')}${undone}`;
  const effectsJson: Json = toJson(effects);
  run.flag('restore', message, { kind, effectsSince: effectsJson });
  run.note('restore', { kind, text, label, seq, tasks: [...ids], effectsSince: effectsJson });
}

import type { Run } from '@loopwright/agent-run';
import { type Json, jsonLine, toJson } from '@loopwright/core-parser';
import type { NewTask } from '../task.ts';
import { TaskGraph } from '../task-graph.ts';
import type { GoalCheckpoints, RestoredGoal } from './goal-checkpoints.ts';
import type { FindAlternatives } from './goal-options.ts';
import { flagCut, type Pursuit, snapshotOf, updateSubgoals } from './pursuit.ts';
import { settleIo } from './settle-io.ts';
import type { Trouble } from './trouble.ts';

/**
 * Goes back to a checkpoint and takes another way from there (N6). Undefined when there is no other way or no checkpoint to
 * take it from: then nothing has changed. What happened in the world since is flagged; it is not undone.
 */
export async function goBack(
  run: Run,
  checkpoints: GoalCheckpoints,
  trouble: Trouble,
  findAlternatives: FindAlternatives,
): Promise<Pursuit | undefined> {
  const ways = await findWays(run, trouble, findAlternatives);
  const restored = ways.size === 0 ? undefined : await checkpoints.restoreFor(trouble);
  if (restored === undefined) return undefined;
  const pursuit = { graph: TaskGraph.from(restored.plan), goalState: restored.goalState };
  const taken = [...ways].filter(([id, tasks]) => takeWay(run, pursuit, id, tasks));
  if (taken.length === 0) return undefined;
  const ids = taken.map(([id]) => id);
  updateSubgoals(pursuit);
  tellOf(run, trouble, restored, ids);
  await checkpoints.keep(snapshotOf(pursuit), 'normal', `another way for ${ids.join(', ')}`);
  return pursuit;
}

async function findWays(
  run: Run,
  { kind, tasks }: Trouble,
  findAlternatives: FindAlternatives,
): Promise<Map<string, NewTask[]>> {
  const ways = new Map<string, NewTask[]>();
  for (const task of tasks) {
    const result = await settleIo(run, 'alternatives', () => findAlternatives(task, kind));
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
  if (!graph.tasks.some((task) => task.id === id && task.status === 'pending')) return false;
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

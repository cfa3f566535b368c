import { requireOneOf } from '@loopwright/core-parser/option-checks';
import { decompose, decompositionRules } from './decompose.ts';
import type { DecompositionRule } from './decomposition.ts';
import { requireFunction, requireObject } from './invalid-options.ts';
import type { NewTask, Task } from './task.ts';
import type { TaskCut } from './task-cut.ts';
import type { TaskGraph } from './task-graph.ts';

/** Splits a task; undefined, or no subtask, leaves it as it is. Must be a pure function of the task. */
export type TaskSplitter = (task: Task) => readonly NewTask[] | undefined;

/** What to split: all tasks and their subtasks in turn, or only the next one until it can be done. */
export type Expansion = 'all' | 'next';

/** Splits tasks by rules, as `decompose` splits a goal. */
export function splitByRules(
  rules: readonly DecompositionRule[] = decompositionRules,
): TaskSplitter {
  return ({ description }) => {
    const { rule, tasks } = decompose(description, rules);
    return rule === undefined ? undefined : tasks;
  };
}

/**
 * Splits the tasks of a graph (N4): with `expand: 'all'` before anything runs, with `'next'` only what is next, and again what
 * is next then; `decomposePresets` names both. Ends, as splits are bounded in depth and number; what a cap leaves whole is
 * given back and stands in `graph.cuts`.
 */
export function expandTasks<Result>(
  graph: TaskGraph<Result>,
  split: TaskSplitter,
  preset: { readonly expand: Expansion },
): TaskCut[] {
  const { expand } = requireObject('preset', preset);
  requireFunction('graph.expand', requireObject('graph', graph).expand);
  requireFunction('split', split);
  requireOneOf('expand', expand, ['all', 'next']);
  const cuts: TaskCut[] = [];
  /** The ids of the subtasks, none when the task stays as it is. */
  const expandOne = (task: Task<Result>): readonly string[] => {
    const subtasks = split(task) ?? [];
    if (subtasks.length === 0) return [];
    const { added, cut } = graph.expand(task.id, subtasks);
    if (cut !== undefined) cuts.push(cut);
    return added;
  };
  if (expand === 'next') {
    let next = graph.next();
    while (next !== undefined && expandOne(next).length > 0) next = graph.next();
    return cuts;
  }
  const queue = graph.tasks.filter(({ status }) => status === 'pending').map(({ id }) => id);
  for (const id of queue) {
    for (const added of expandOne(graph.task(id))) queue.push(added);
  }
  return cuts;
}

import { requireInteger } from '@loopwright/core-parser/option-checks';
import { taskGraphDefaults } from './defaults.ts';
import { requireObject } from './invalid-options.ts';
import type { NewTask } from './task.ts';
import { findTaskCycle } from './task-cycle.ts';
import { listIds, taskGraphError } from './task-graph-error.ts';

/** One thing that is wrong with a list of tasks; `message` is fit to be shown to the model that wrote the list. */
export type TaskProblem = {
  readonly code:
    | 'empty_plan'
    | 'too_many_tasks'
    | 'invalid_task'
    | 'invalid_id'
    | 'duplicate_id'
    | 'unknown_dependency'
    | 'cycle';
  readonly message: string;
  /** The ids of the tasks concerned; those of a cycle in the order in which they wait. */
  readonly tasks: readonly string[];
};

/**
 * Everything that keeps a list of tasks from being a graph (N3): it is empty or too long, a task is none, an id is none or
 * not unique, a dependency is no task, tasks wait for each other. An empty list means that `new TaskGraph` accepts them. Ask
 * here before using what a model wrote. Linear; never throws for a list, whatever is in it.
 */
export function findTaskProblems(
  tasks: readonly NewTask[],
  options: { readonly maxTasks?: number | undefined } = {},
): TaskProblem[] {
  const given = requireObject('options', options).maxTasks;
  const maxTasks = requireInteger('maxTasks', given ?? taskGraphDefaults.maxTasks, 1);
  if (!Array.isArray(tasks) || tasks.length === 0) {
    return [{ code: 'empty_plan', message: 'The plan has no tasks.', tasks: [] }];
  }
  return [
    ...findTooMany(tasks, maxTasks),
    ...findListProblems(tasks, { taken: new Set(), known: new Set() }),
  ];
}

/** More tasks than a graph may have. */
export function findTooMany(tasks: readonly NewTask[], maxTasks: number): TaskProblem[] {
  if (!Array.isArray(tasks) || tasks.length <= maxTasks) return [];
  const message = `The plan has ${tasks.length} tasks; at most ${maxTasks} are allowed.`;
  return [{ code: 'too_many_tasks', message, tasks: [] }];
}

type Ids = { has(id: string): boolean; keys(): Iterable<string> };

/** What is there besides the tasks of the list: ids that are used up, and ids that may be depended on. */
export type Surroundings = { readonly taken: Pick<Ids, 'has'>; readonly known: Ids };

/** What is wrong with the tasks of a list, however many they are. */
export function findListProblems(
  tasks: readonly NewTask[],
  { taken, known }: Surroundings,
): TaskProblem[] {
  if (!Array.isArray(tasks)) {
    return [{ code: 'invalid_task', message: 'The tasks must be a list.', tasks: [] }];
  }
  const malformed = [...tasks].flatMap(findShapeProblem);
  if (malformed.length > 0) return malformed;
  const idsByDescription = new Map(tasks.map(({ id, description }) => [description, id]));
  const ids = new Set(tasks.map(({ id }) => id));
  let listed: string | undefined;
  const seen = new Set<string>();
  const problems: TaskProblem[] = [];
  for (const { id, dependsOn = [] } of tasks) {
    if (seen.has(id) || taken.has(id)) {
      const message = `${id}: this id is in use. Give every task its own.`;
      problems.push({ code: 'duplicate_id', message, tasks: [id] });
    }
    seen.add(id);
    for (const dependency of dependsOn) {
      if (ids.has(dependency) || known.has(dependency)) continue;
      listed ??= listIds([...known.keys(), ...ids]);
      const namesake = idsByDescription.get(dependency);
      const advice = namesake ? `Write its id, ${namesake}.` : `Tasks: ${listed}.`;
      const message = `${id}: it depends on ${quote(dependency)}, which is no task. ${advice}`;
      problems.push({ code: 'unknown_dependency', message, tasks: [id] });
    }
  }
  const cycle = findTaskCycle(tasks);
  return cycle === undefined ? problems : [...problems, describeCycle(cycle)];
}

/** Throws the first problem, with the words of all. */
export function refuseProblems(problems: readonly TaskProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const shown = problems.slice(0, 20).map(({ message }) => message);
  if (problems.length > 20) shown.push(`There are ${problems.length - 20} more problems.`);
  throw taskGraphError(first.code, shown.join('\n'), first.tasks);
}

/** Letters, digits, `_` and `-`: no `/`, by which the ids of subtasks are made. */
function isTaskId(id: string): boolean {
  return id.length <= 64 && /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(id) && id !== '__proto__';
}

/** Models write tasks, so that the types say nothing about what is there. */
function findShapeProblem(task: NewTask, at: number): TaskProblem[] {
  const { id, description, dependsOn, priority } = Object(task) as Record<string, unknown>;
  const wrong = (code: 'invalid_task' | 'invalid_id', what: string): TaskProblem[] => {
    const name = typeof id === 'string' && isTaskId(id) ? id : `task ${at + 1}`;
    return [{ code, message: `${name}: ${what}`, tasks: typeof id === 'string' ? [id] : [] }];
  };
  if (typeof id !== 'string') return wrong('invalid_id', 'it has no id. Give every task one.');
  if (!isTaskId(id)) {
    const rule = 'An id has letters, digits, "_" and "-", and at most 64 of them.';
    return wrong('invalid_id', `${quote(id)} is no id. ${rule}`);
  }
  if (typeof description !== 'string' || description.trim() === '') {
    return wrong('invalid_task', 'it has no description, which says in words what is to be done.');
  }
  const isList = Array.isArray(dependsOn) && dependsOn.every((each) => typeof each === 'string');
  if (dependsOn !== undefined && !isList) {
    return wrong('invalid_task', 'dependsOn must be a list of ids.');
  }
  if (priority !== undefined && !Number.isFinite(priority)) {
    return wrong('invalid_task', 'priority must be a number.');
  }
  return [];
}

function describeCycle(cycle: readonly string[]): TaskProblem {
  const shown = cycle.length > 20 ? [...cycle.slice(0, 20), '…'] : cycle;
  const message = `These tasks wait for each other: ${[...shown, cycle[0]].join(' -> ')}.`;
  return { code: 'cycle', message, tasks: cycle };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

import { requireInteger, requireKnownOptions } from '@loopwright/core-parser/option-checks';
import { taskGraphDefaults } from './defaults.ts';
import { requireObject, requireText } from './invalid-options.ts';
import { createRootCauseFinder } from './root-causes.ts';
import type { NewTask, Task } from './task.ts';
import { describeCut, type TaskCut } from './task-cut.ts';
import { listIds, type TaskGraphError, taskGraphError } from './task-graph-error.ts';
import type { TaskGraphJson, TaskGraphLimits, TaskSplit } from './task-graph-json.ts';
import { checkTaskGraphJson } from './task-graph-json.ts';
import type {
  TaskAddition,
  TaskFailure,
  TaskGraphOptions,
  TaskPlan,
} from './task-graph-options.ts';
import { taskGraphOptionNames } from './task-graph-options.ts';
import { type TaskNode, viewNode } from './task-node.ts';
import { TaskNodes } from './task-nodes.ts';
import { orderTasks } from './task-order.ts';
import {
  findListProblems,
  findTooMany,
  refuseProblems,
  type TaskProblem,
} from './task-problems.ts';
import {
  describeUnfinished,
  progressOf,
  statusOf,
  type TaskGraphStatus,
  type TaskProgress,
} from './task-progress.ts';
import { openWaves } from './task-waves.ts';

/**
 * The tasks of a goal with what they depend on (N2, N3, N4). It runs nothing: ask for what is `ready`, tell what came of it.
 * All that is told is checked against the rules, and what they do not allow throws a `TaskGraphError` and changes nothing.
 * Reading all tasks takes time for all of them; everything else only for what it changes.
 */
export class TaskGraph<Result = unknown> {
  readonly goal: string;
  readonly limits: TaskGraphLimits;
  readonly #nodes = new TaskNodes<Result>();
  readonly #splits = new Map<string, TaskSplit>();
  readonly #cuts = new Map<string, TaskCut>();
  /** Descriptions, by id, of what was cut and is not done as part of a larger task. */
  readonly #leftOut = new Map<string, string>();

  /**
   * Throws a `TaskGraphError` for tasks in which `findTaskProblems` finds something, an empty list excepted, and
   * `invalid_options` for an empty goal, unknown options and numbers out of range.
   */
  constructor(plan: TaskPlan, options: TaskGraphOptions = {}) {
    const { goal, tasks = [] } = requireObject('plan', plan);
    requireKnownOptions(options, taskGraphOptionNames);
    const { maxTasks, maxDepth, maxAttempts } = taskGraphDefaults;
    this.goal = requireText('goal', goal);
    this.limits = {
      maxTasks: requireInteger('maxTasks', options.maxTasks ?? maxTasks, 1),
      maxDepth: requireInteger('maxDepth', options.maxDepth ?? maxDepth, 0),
      maxAttempts: requireInteger('maxAttempts', options.maxAttempts ?? maxAttempts, 1),
    };
    refuseProblems([...findTooMany(tasks, this.limits.maxTasks), ...this.findProblems(tasks)]);
    this.#nodes.append(tasks);
  }

  /** A graph as it was when `toJson` was called. Throws for a later version and for data that contradicts itself. */
  static from<Result>(stored: TaskGraphJson<Result>): TaskGraph<Result> {
    checkTaskGraphJson(stored);
    const { maxTasks, maxDepth, maxAttempts } = stored.limits;
    const graph = new TaskGraph<Result>({ goal: stored.goal }, { maxTasks, maxDepth, maxAttempts });
    graph.#nodes.restore(stored.tasks);
    for (const split of stored.splits) graph.#splits.set(split.id, split);
    for (const cut of stored.cuts) graph.#keepCut(cut);
    return graph;
  }

  /** Plain data from which `TaskGraph.from` makes an equal graph. Results are handed over as they are, not copied. */
  toJson(): TaskGraphJson<Result> {
    return {
      version: 1,
      goal: this.goal,
      limits: { ...this.limits },
      tasks: this.#nodes.inOrder().map((node) => viewNode(node)),
      splits: this.splits,
      cuts: this.cuts,
    };
  }

  /** All tasks, in the order of the list; subtasks stand where the task was that they replaced. */
  get tasks(): Task<Result>[] {
    const rootCause = createRootCauseFinder(this.#nodes);
    return this.#nodes.inOrder().map((node) => viewNode(node, rootCause(node)));
  }

  /** One task. Throws `unknown_task`. */
  task(id: string): Task<Result> {
    const node = this.#node(id);
    return viewNode(node, createRootCauseFinder(this.#nodes)(node));
  }

  /** What can be begun now: by priority, then in the order of the list. */
  ready(): Task<Result>[] {
    return this.#nodes.ready().map((node) => viewNode(node));
  }

  /** The first of what is ready. */
  next(): Task<Result> | undefined {
    const node = this.#nodes.firstReady();
    return node === undefined ? undefined : viewNode(node);
  }

  /** What is left to do, as waves of ids: a wave waits only for earlier waves, and its tasks can run together. */
  waves(): string[][] {
    return openWaves(this.#nodes.inOrder());
  }

  /** Begins an attempt of a ready task. */
  start(id: string): void {
    const node = this.#node(id);
    if (node.status === 'running') throw notAllowed(node, 'started', 'it is running');
    this.#begin(node, 'started');
  }

  /** Completes a running or ready task. Gives the ids that have become ready, in the order of the list. */
  complete(id: string, result?: Result): string[] {
    const node = this.#node(id);
    this.#begin(node, 'completed');
    node.result = result;
    node.error = undefined;
    return this.#nodes.complete(node);
  }

  /**
   * Tells that an attempt of a running or ready task failed. The task is pending again until its attempts are used up; then
   * it has failed, and all that depends on it, over others as well, is blocked.
   */
  fail(id: string, error: string): TaskFailure {
    const node = this.#node(id);
    this.#begin(node, 'failed');
    node.error = error;
    const willRetry = node.attempts < this.limits.maxAttempts;
    this.#nodes.setStatus(node, willRetry ? 'pending' : 'failed');
    return { willRetry, blocked: willRetry ? [] : this.#nodes.blockDependents(node) };
  }

  /** Gives up a pending task on purpose: what depends on it is blocked, as its result will not be there. Gives these ids. */
  skip(id: string, reason: string): string[] {
    const node = this.#pending(id, 'skipped');
    node.error = reason;
    this.#nodes.setStatus(node, 'skipped');
    return this.#nodes.blockDependents(node);
  }

  /** Makes a running task pending again, for instance after a restore. The attempt stays counted. */
  release(id: string): void {
    const node = this.#node(id);
    if (node.status !== 'running') throw notAllowed(node, 'released', `it is ${node.status}`);
    this.#nodes.setStatus(node, 'pending');
  }

  /** What would keep `add` from taking these tasks or, with `parentId`, `expand`; caps are no problem for either. */
  findProblems(tasks: readonly NewTask[], parentId?: string): TaskProblem[] {
    if (parentId !== undefined) {
      // Their ids will begin with that of the task they replace, so that nothing else uses them.
      const known = new Set(this.#node(parentId).dependsOn);
      return findListProblems(tasks, { taken: new Set(), known });
    }
    const taken = { has: (id: string) => this.#nodes.has(id) || this.#splits.has(id) };
    return findListProblems(tasks, { taken, known: this.#nodes });
  }

  /**
   * Adds tasks, which may depend on what is there. Beyond `maxTasks` they are left out, together with what depends on them,
   * and the cut is reported (N10). Throws for what `findProblems` finds.
   */
  add(tasks: readonly NewTask[]): TaskAddition {
    refuseProblems(this.findProblems(tasks));
    const { maxTasks } = this.limits;
    const fitting = new Set(orderTasks(tasks).slice(0, maxTasks - this.#nodes.size));
    const added = this.#nodes.append(tasks.filter(({ id }) => fitting.has(id)));
    const left = tasks.filter(({ id }) => !fitting.has(id));
    return left.length === 0 ? { added } : this.#cut({ reason: 'max_tasks', tasks: left }, added);
  }

  /**
   * Replaces a pending task by its subtasks (N4): they wait for what it waited for, and what waited for it waits for all of
   * them. Their ids become `task/subtask`; among each other they depend by their own ids, and they may name what the task
   * depends on. Beyond a cap the task stays as it is and is done as a whole, and the cut is reported (N10). Throws for what
   * `findProblems` finds and for an empty list.
   */
  expand(id: string, subtasks: readonly NewTask[]): TaskAddition {
    const node = this.#pending(id, 'split');
    refuseProblems(this.findProblems(subtasks, id));
    if (subtasks.length === 0) throw notAllowed(node, 'split', 'there are no subtasks');
    const cut = { parentId: id, tasks: subtasks };
    if (node.depth >= this.limits.maxDepth) return this.#cut({ ...cut, reason: 'max_depth' });
    if (this.#nodes.size - 1 + subtasks.length > this.limits.maxTasks) {
      return this.#cut({ ...cut, reason: 'max_tasks' });
    }
    const added = this.#nodes.replace(node, subtasks);
    this.#splits.set(id, { id, description: node.description, subtasks: added });
    return { added };
  }

  /** What was left out because of a cap, in the order in which it happened. */
  get cuts(): TaskCut[] {
    return [...this.#cuts.values()];
  }

  /** The tasks that were split, in the order in which it happened. */
  get splits(): TaskSplit[] {
    return [...this.#splits.values()];
  }

  /** How the graph stands as a whole. A graph without tasks is `empty` and never `completed`. */
  get status(): TaskGraphStatus {
    return statusOf(this.progress());
  }

  /** How far the graph is. */
  progress(): TaskProgress {
    return progressOf(this.#nodes.counts, this.#leftOut.size);
  }

  /** What is not completed and why, one text for each task. */
  unfinished(): string[] {
    return describeUnfinished(this.tasks, this.#leftOut.values());
  }

  #node(id: string): TaskNode<Result> {
    const node = this.#nodes.get(id);
    if (node !== undefined) return node;
    const split = this.#splits.get(id);
    const message =
      split === undefined
        ? `There is no task ${JSON.stringify(id)}. Tasks: ${listIds([...this.#nodes.keys()])}.`
        : `${id} was split into ${listIds(split.subtasks)}.`;
    throw taskGraphError('unknown_task', message, [id]);
  }

  #pending(id: string, verb: string): TaskNode<Result> {
    const node = this.#node(id);
    if (node.status !== 'pending') throw notAllowed(node, verb, `it is ${node.status}`);
    return node;
  }

  /** Counts an attempt, unless one is running already. */
  #begin(node: TaskNode<Result>, verb: string): void {
    if (node.status === 'running') return;
    if (node.status !== 'pending') throw notAllowed(node, verb, `it is ${node.status}`);
    if (node.openDependencies > 0) {
      const open = node.dependsOn.filter((id) => this.#nodes.get(id)!.status !== 'completed');
      throw notAllowed(node, verb, `it waits for ${listIds(open)}`);
    }
    node.attempts += 1;
    this.#nodes.setStatus(node, 'running');
  }

  #cut(
    { tasks, ...what }: Pick<TaskCut, 'reason' | 'parentId' | 'tasks'>,
    added: readonly string[] = [],
  ): TaskAddition {
    const { maxTasks, maxDepth } = this.limits;
    const cut = describeCut({
      ...what,
      limit: what.reason === 'max_tasks' ? maxTasks : maxDepth,
      tasks: tasks.map(({ id, description }) => ({ id, description })),
    });
    this.#keepCut(cut);
    return { added, cut };
  }

  /** A task that is tried again may be split again: that is the same cut. */
  #keepCut(cut: TaskCut): void {
    const { parentId, tasks } = cut;
    this.#cuts.set([parentId, ...tasks.map(({ id }) => id)].join(' '), cut);
    if (parentId !== undefined) return;
    for (const { id, description } of tasks) this.#leftOut.set(id, description);
  }
}

function notAllowed(node: { id: string }, verb: string, why: string): TaskGraphError {
  return taskGraphError('illegal_transition', `${node.id} cannot be ${verb}: ${why}.`, [node.id]);
}

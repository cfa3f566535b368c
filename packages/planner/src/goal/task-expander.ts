import type { Run } from '@loopwright/agent-run';
import { type Json, toJson } from '@loopwright/core-parser';
import type { Expansion } from '../expand-tasks.ts';
import type { NewTask, Task } from '../task.ts';
import { flagCut, type Pursuit, updateSubgoals } from './pursuit.ts';
import type { Splitter } from './splitter.ts';
import { resultsFor } from './task-results.ts';

/**
 * Splits the tasks of a goal: all before anything runs, or each when it is next (N4). Each is asked for once, also when the
 * run goes back to a plan in which it was whole.
 */
export class TaskExpander {
  readonly #run: Run;
  readonly #splitter: Splitter;
  readonly #expand: Expansion;
  readonly #splits = new Map<string, readonly NewTask[]>();
  /** Tasks that are done as they are. */
  readonly #whole = new Set<string>();

  constructor(run: Run, splitter: Splitter, expand: Expansion) {
    this.#run = run;
    this.#splitter = splitter;
    this.#expand = expand;
  }

  /** Splits all tasks and their subtasks in turn, unless they are split when they are next. */
  async expandAll(pursuit: Pursuit): Promise<void> {
    if (this.#expand === 'next' || this.#splitter.splitTask === undefined) return;
    const queue = pursuit.graph.tasks.map(({ id }) => id);
    for (const id of queue) {
      const added = await this.#expandOne(pursuit, pursuit.graph.task(id));
      queue.push(...added);
    }
  }

  /** What is next, at most so many tasks; where tasks are split lazily, all of them have been. */
  async nextTasks(pursuit: Pursuit, most: number): Promise<Task<Json>[]> {
    for (;;) {
      const next = pursuit.graph.ready().slice(0, most);
      if (this.#expand === 'all' || this.#splitter.splitTask === undefined) return next;
      const open = next.find(({ id }) => !this.#whole.has(id));
      if (open === undefined) return next;
      await this.#expandOne(pursuit, open);
    }
  }

  /** Splits again what a task was split out of, in a plan in which that is still whole. Nobody is asked. */
  async splitTowards(pursuit: Pursuit, id: string): Promise<void> {
    const names = id.split('/');
    for (let depth = 1; depth < names.length; depth++) {
      const above = names.slice(0, depth).join('/');
      const isSplit = (this.#splits.get(above) ?? []).length > 0;
      const whole = pursuit.graph.tasks.find((task) => task.id === above);
      if (isSplit && whole?.status === 'pending') await this.#expandOne(pursuit, whole);
    }
  }

  /** The ids of the subtasks, none when the task stays as it is. */
  async #expandOne(pursuit: Pursuit, task: Task<Json>): Promise<readonly string[]> {
    const { graph } = pursuit;
    const subtasks = this.#splits.get(task.id) ?? (await this.#askFor(pursuit, task));
    this.#splits.set(task.id, subtasks);
    const [problem] = graph.findProblems(subtasks, task.id);
    if (problem !== undefined) this.#flagUnusable(task.id, problem.message);
    if (problem !== undefined || subtasks.length === 0) {
      this.#whole.add(task.id);
      return [];
    }
    const { added, cut } = graph.expand(task.id, subtasks);
    if (cut !== undefined) {
      flagCut(this.#run, cut);
      this.#whole.add(task.id);
      return [];
    }
    updateSubgoals(pursuit);
    const tasks = toJson(added.map((id) => graph.task(id)));
    this.#run.note('plan', { split: task.id, by: this.#splitter.by, tasks });
    return added;
  }

  async #askFor({ graph }: Pursuit, task: Task<Json>): Promise<readonly NewTask[]> {
    const { by, splitTask } = this.#splitter;
    const { maxTasks, maxDepth } = graph.limits;
    const { total, leftOut } = graph.progress();
    const hasNoRoom = task.depth >= maxDepth || total - leftOut >= maxTasks;
    // A call of a model that could lead to nothing is not made. For others it is told what the cap leaves whole.
    if (splitTask === undefined || (hasNoRoom && by === 'model')) return [];
    const { tasks = [], problem } = await splitTask(task, resultsFor(graph, task));
    if (problem !== undefined) this.#flagUnusable(task.id, problem);
    return tasks;
  }

  #flagUnusable(id: string, problem: string): void {
    this.#run.flag('decomposition', `${id} is done as it is, as it could not be split: ${problem}`);
  }
}

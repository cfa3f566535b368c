import { ReadyQueue } from './ready-queue.ts';
import { isDeadEnd } from './root-causes.ts';
import type { NewTask, TaskStatus } from './task.ts';
import type { StoredTask } from './task-graph-json.ts';
import { comparePlace, compareUrgency, createNode, type TaskNode } from './task-node.ts';

/** The tasks of a graph with their edges, kept so that no change takes more time than it has neighbours. Has no rules. */
export class TaskNodes<Result> {
  readonly #byId = new Map<string, TaskNode<Result>>();
  readonly #ready = new ReadyQueue<TaskNode<Result>>(compareUrgency);
  readonly #counts: Record<TaskStatus, number> = {
    pending: 0,
    running: 0,
    completed: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
  };
  #nextPlace = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** How many tasks have each status. */
  get counts(): Readonly<Record<TaskStatus, number>> {
    return this.#counts;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  get(id: string): TaskNode<Result> | undefined {
    return this.#byId.get(id);
  }

  keys(): Iterable<string> {
    return this.#byId.keys();
  }

  inOrder(): TaskNode<Result>[] {
    return [...this.#byId.values()].sort(comparePlace);
  }

  ready(): TaskNode<Result>[] {
    return this.#ready.sorted();
  }

  firstReady(): TaskNode<Result> | undefined {
    return this.#ready.first();
  }

  /** Puts tasks at the end of the list. What depends on a dead end is blocked. Gives their ids. */
  append(tasks: readonly NewTask[]): string[] {
    const nodes = tasks.map((task) =>
      createNode<Result>(task, { place: [this.#nextPlace++], depth: 0, parentId: undefined }),
    );
    const added = this.#insert(nodes);
    for (const node of nodes) {
      const isDead = node.dependsOn.some((id) => isDeadEnd(this.#byId.get(id)!.status));
      if (!isDead || node.status !== 'pending') continue;
      this.setStatus(node, 'blocked');
      this.blockDependents(node);
    }
    return added;
  }

  /** Puts stored tasks into an empty list. */
  restore(tasks: readonly StoredTask<Result>[]): void {
    this.#insert(
      tasks.map(({ attempts, status, result, error, depth, parentId, ...task }) => ({
        ...createNode<Result>(task, { place: [this.#nextPlace++], depth, parentId }),
        attempts,
        status,
        result,
        error,
      })),
    );
  }

  /** Puts subtasks in the place of a task. Gives their ids. */
  replace(node: TaskNode<Result>, subtasks: readonly NewTask[]): string[] {
    const idOf = new Map(subtasks.map(({ id }) => [id, `${node.id}/${id}`]));
    this.#remove(node);
    const nodes = subtasks.map(({ id, description, dependsOn = [], priority }, at) => {
      const isFirst = !dependsOn.some((dependency) => idOf.has(dependency));
      const task = {
        id: idOf.get(id)!,
        description,
        dependsOn: [
          ...(isFirst ? node.dependsOn : []),
          ...dependsOn.map((dependency) => idOf.get(dependency) ?? dependency),
        ],
        priority: priority ?? node.priority,
      };
      const above = { place: [...node.place, at], depth: node.depth + 1, parentId: node.id };
      return createNode<Result>(task, above);
    });
    const added = this.#insert(nodes);
    for (const dependent of node.dependents) {
      dependent.dependsOn = dependent.dependsOn.flatMap((id) => (id === node.id ? added : [id]));
      dependent.openDependencies += added.length - 1;
      for (const subtask of nodes) subtask.dependents.add(dependent);
    }
    return added;
  }

  setStatus(node: TaskNode<Result>, status: TaskStatus): void {
    this.#counts[node.status] -= 1;
    this.#counts[status] += 1;
    node.status = status;
    this.#updateReady(node);
  }

  /** Completes a task. Gives the ids of what has become ready, in the order of the list. */
  complete(node: TaskNode<Result>): string[] {
    this.setStatus(node, 'completed');
    for (const dependent of node.dependents) {
      dependent.openDependencies -= 1;
      this.#updateReady(dependent);
    }
    return idsInOrder([...node.dependents].filter((dependent) => this.#ready.has(dependent)));
  }

  /** Blocks what waits for a dead end, over others as well. Gives these ids, in the order of the list. */
  blockDependents(deadEnd: TaskNode<Result>): string[] {
    const queue = [deadEnd];
    const blocked: TaskNode<Result>[] = [];
    for (const node of queue) {
      for (const dependent of node.dependents) {
        if (dependent.status !== 'pending') continue;
        this.setStatus(dependent, 'blocked');
        blocked.push(dependent);
        queue.push(dependent);
      }
    }
    return idsInOrder(blocked);
  }

  /** Takes in nodes that depend on each other and on what is there. */
  #insert(nodes: readonly TaskNode<Result>[]): string[] {
    for (const node of nodes) {
      this.#byId.set(node.id, node);
      this.#counts[node.status] += 1;
    }
    for (const node of nodes) this.#connect(node);
    return nodes.map(({ id }) => id);
  }

  #connect(node: TaskNode<Result>): void {
    for (const id of node.dependsOn) {
      const dependency = this.#byId.get(id)!;
      dependency.dependents.add(node);
      if (dependency.status !== 'completed') node.openDependencies += 1;
    }
    this.#updateReady(node);
  }

  #remove(node: TaskNode<Result>): void {
    this.#byId.delete(node.id);
    this.#ready.delete(node);
    this.#counts[node.status] -= 1;
    for (const id of node.dependsOn) this.#byId.get(id)!.dependents.delete(node);
  }

  #updateReady(node: TaskNode<Result>): void {
    if (node.status === 'pending' && node.openDependencies === 0) this.#ready.add(node);
    else this.#ready.delete(node);
  }
}

function idsInOrder<Result>(nodes: TaskNode<Result>[]): string[] {
  return nodes.sort(comparePlace).map(({ id }) => id);
}

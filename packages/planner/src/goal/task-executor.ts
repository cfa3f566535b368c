import type { Json, JsonObject } from '@loopwright/core-parser';
import type { GoalState } from '../goal-state.ts';
import type { Task } from '../task.ts';

/** What the tasks gave that a task depends on, by their ids. */
export type TaskResults = Readonly<Record<string, Json>>;

/** What is known when a task is to be done. */
export type TaskInput = [task: Task<Json>, results: TaskResults, goalState: GoalState];

/**
 * The call that does a task: a pure function, so that a resumed run makes the same call. `task.attempts` and `task.error`
 * tell of the attempt before. What it throws is a failed attempt.
 */
export type TaskCall = (...input: TaskInput) => {
  readonly tool: string;
  readonly args: JsonObject;
};

/**
 * Does a task itself. It runs once as one I/O of the run: what it gives, or why it failed, is stored, and it has
 * `limits.callMs`. Effects on the world belong into tools, where the ledger sees them.
 */
export type TaskWork = (...input: TaskInput) => Json | Promise<Json>;

/**
 * Whatever does the tasks: the name of a tool, which may be a sub-agent and gets `{ task, goal, results }`; a function that
 * says which call does a task; or a function that does it.
 */
export type TaskExecutor = string | { readonly toCall: TaskCall } | TaskWork;

import type { Effect, Model, RunOptions } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import type { ToolRegistry } from '@loopwright/tool-registry';
import type { AnswerSchema } from '../answer-schema.ts';
import type { CheckpointStore } from '../checkpoint.ts';
import type { CheckpointPolicy, RunTrouble } from '../checkpoint-policy.ts';
import type { Expansion } from '../expand-tasks.ts';
import type { GoalState } from '../goal-state.ts';
import type { NewTask, Task } from '../task.ts';
import type { TaskGraphJson } from '../task-graph-json.ts';
import type { GoalPromptInput } from './goal-prompt.ts';
import type { TaskExecutor, TaskResults } from './task-executor.ts';

type MaybeTasks = readonly NewTask[] | undefined | Promise<readonly NewTask[] | undefined>;

/** Splits the goal. Undefined, or an empty list, makes it one task. It runs once as one I/O of the run. */
export type DecomposeGoal = (goal: string) => MaybeTasks;

/** Splits one task. Undefined, or an empty list, leaves it as it is. It runs once for a task, as one I/O of the run. */
export type SplitTask = (task: Task<Json>) => MaybeTasks;

/**
 * Another way to do a task: tasks in its place. Undefined, or an empty list, when there is none. It runs once as one I/O of
 * the run. `effectsSince` are those that happened, or may have happened, after the state that the run goes back to.
 */
export type FindAlternatives = (
  task: Task<Json>,
  trouble: RunTrouble['kind'],
  effectsSince: readonly Effect[],
) => MaybeTasks;

/** When a run keeps its state, and where else than in itself. */
export type GoalCheckpointOptions = {
  /** Default: `checkpointPresets.default`. */
  readonly policy?: CheckpointPolicy | undefined;
  /** Gets every checkpoint as well, for other processes and for later. Say `endSession` yourself when the session is over. */
  readonly store?: CheckpointStore<TaskGraphJson<Json>, GoalState> | undefined;
  /** The session in that store. Default: the one of `runtime`. */
  readonly sessionId?: string | undefined;
};

/** Options of a goal run. Only `goal` and `execute` are required, and `tools` and `model` where they are used. */
export type GoalOptions<Answer = Json> = Omit<RunOptions, 'models' | 'tools' | 'advisors'> & {
  goal: string;
  /** Does the tasks. */
  execute: TaskExecutor;
  /** Default: none. */
  tools?: ToolRegistry | undefined;
  /** The planner, for `decompose: 'model'`. */
  model?: Model | undefined;
  models?: { readonly planner?: Model | undefined } | undefined;
  /** What the planner should know about the job; part of its system prompt. */
  instructions?: string | undefined;
  /** Who splits the goal (N2). Default: `rules`. */
  decompose?: 'rules' | 'model' | DecomposeGoal | undefined;
  /** Splits its tasks in turn. Default: whoever splits the goal; nobody, where a function does or a model does all at once. */
  split?: SplitTask | undefined;
  /** When its tasks are split in turn (N4): `all` before anything runs, `next` when they are next. Default: `all`. */
  expand?: Expansion | undefined;
  /** Tasks of the goal. Default 20. */
  maxTasks?: number | undefined;
  /** Splits on top of each other. Default 3. */
  maxDepth?: number | undefined;
  /** How often a task is begun before it has failed. Default 2. */
  maxAttempts?: number | undefined;
  /** How often the model may be asked to split the goal; after a list that cannot be used it is told why. Default 2. */
  maxPlanAttempts?: number | undefined;
  /** When to keep the state (N6). Default: by `checkpointPresets.default` where `alternatives` could use it, else never. */
  checkpoints?: GoalCheckpointOptions | undefined;
  /** Another way after a failed task, a loop or a drift: the run goes back to a checkpoint and takes it (N6). */
  alternatives?: FindAlternatives | undefined;
  /** How often a run goes back. Default 2. */
  maxRestores?: number | undefined;
  /** Makes the answer out of what all tasks gave; one I/O of the run. Default: what the last task gave. */
  combine?: ((results: TaskResults, goal: string) => Json | Promise<Json>) | undefined;
  /** The answer's type. An answer that does not fit ends the run with `error`. Default: whatever JSON it is. */
  answer?: AnswerSchema<Answer> | undefined;
  /** Makes the whole system prompt of the planner. Default: `defaultGoalPrompt`. */
  plannerPrompt?: ((input: GoalPromptInput) => string) | undefined;
};

/**
 * Limits of a {@link TaskGraph} (N4, N10): tasks of a goal, splits on top of each other, attempts of a task. A task of the
 * goal itself has depth 0.
 */
export const taskGraphDefaults = { maxTasks: 20, maxDepth: 3, maxAttempts: 2 } as const;

/** A goal of more characters than this is not looked at by rules: they are made for one sentence. */
export const decomposeDefaults = { maxGoalChars: 1_000 } as const;

/**
 * Named choices of when tasks are split (R10, N4). `eager` splits all of them before anything runs: the whole plan is
 * visible, and may be stale when its turn comes. `lazy` splits a task when it is next.
 */
export const decomposePresets = {
  eager: { expand: 'all' },
  lazy: { expand: 'next' },
} as const;

/** Defaults of {@link createCheckpointStore} (N6, N7); `ttlMs` counts from the end of the session. */
export const checkpointStoreDefaults = {
  maxCheckpoints: 10_000,
  maxBytes: 67_108_864,
  ttlMs: 86_400_000,
} as const;

/**
 * Named choices of when to checkpoint (R10, N6), in iterations for `everyIterations`, where 0 is never. `off` never does: for
 * work that is cheap to start again.
 */
export const checkpointPresets = {
  default: { beforeRisky: true, afterSubtask: true, everyIterations: 5 },
  off: { beforeRisky: false, afterSubtask: false, everyIterations: 0 },
} as const;

/** Defaults of a plan-execute run beyond the limits, which are `defaultLimits` of `@loopwright/agent-run`. */
export const planExecuteDefaults = {
  /** Plans after one that failed. */
  maxReplans: 2,
  /** Steps of a plan; one with more is refused before any of them runs. */
  maxTasks: 20,
  /** A plan is performed whole before the planner is asked again. */
  horizon: 'all',
  /** Of the arguments of a call, so many UTF-16 code units of their JSON are shown to the planner. */
  maxShownArgsChars: 1_000,
  /** Of what is wrong with a plan, so many UTF-16 code units are shown to the planner. */
  maxShownProblemChars: 4_000,
} as const;

/** Defaults of a goal run beyond {@link taskGraphDefaults} and the limits. */
export const goalDefaults = {
  /** Goals are split by rules, without a model. */
  decompose: 'rules',
  /** All tasks are split before anything runs. */
  expand: 'all',
  /** Calls of the model for the tasks of the goal, the first included. */
  maxPlanAttempts: 2,
  /** How often a run goes back to a checkpoint. */
  maxRestores: 2,
  /** Of what is wrong with a list of tasks, so many UTF-16 code units are shown to the model. */
  maxShownProblemChars: 4_000,
} as const;

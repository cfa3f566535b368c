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

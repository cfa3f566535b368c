export type { InvalidOptionsError } from '@loopwright/core-parser/option-checks';
export { isInvalidOptions } from '@loopwright/core-parser/option-checks';
export type {
  Checkpoint,
  CheckpointPriority,
  CheckpointSaving,
  CheckpointStore,
  NewCheckpoint,
  RestoredCheckpoint,
  SequencedEffect,
} from './checkpoint.ts';
export { checkpointPriorities } from './checkpoint.ts';
export { stateToJson } from './checkpoint-json.ts';
export type { CheckpointDraft } from './checkpoint-parts.ts';
export { checkNewCheckpoint, effectsSinceCheckpoint } from './checkpoint-parts.ts';
export type { CheckpointMoment, CheckpointPolicy, RunTrouble } from './checkpoint-policy.ts';
export { checkpointPriority, checkpointToRestore } from './checkpoint-policy.ts';
export type { CheckpointStoreOptions } from './checkpoint-store.ts';
export { createCheckpointStore } from './checkpoint-store.ts';
export type { StateCopy } from './copy-state.ts';
export { copyState } from './copy-state.ts';
export type { CountedStep, SubtaskCount, SubtaskSummary } from './count-subtasks.ts';
export { countSubtasks, summariseSubtasks } from './count-subtasks.ts';
export { decompose, decompositionRules } from './decompose.ts';
export type {
  Decomposition,
  DecompositionRule,
  SplitGoal,
  UnnamedThings,
} from './decomposition.ts';
export {
  checkpointPresets,
  checkpointStoreDefaults,
  decomposeDefaults,
  decomposePresets,
  goalDefaults,
  planExecuteDefaults,
  taskGraphDefaults,
} from './defaults.ts';
export type { Expansion, TaskSplitter } from './expand-tasks.ts';
export { expandTasks, splitByRules } from './expand-tasks.ts';
export { goalBounds } from './goal/goal-bounds.ts';
export type {
  DecomposeGoal,
  FindAlternatives,
  GoalCheckpointOptions,
  GoalOptions,
  SplitTask,
} from './goal/goal-options.ts';
export type { GoalPromptInput } from './goal/goal-prompt.ts';
export { defaultGoalPrompt } from './goal/goal-prompt.ts';
export { runGoal, startGoal } from './goal/run-goal.ts';
export type {
  TaskCall,
  TaskExecutor,
  TaskInput,
  TaskResults,
  TaskWork,
} from './goal/task-executor.ts';
export type { GoalPlan, GoalState, Milestone } from './goal-state.ts';
export { createGoalState, markSubgoalComplete, recordMilestone } from './goal-state.ts';
export { planExecuteBounds } from './plan-execute/plan-execute-bounds.ts';
export type { PlanExecuteOptions } from './plan-execute/plan-execute-options.ts';
export type { PlannerPromptInput } from './plan-execute/planner-prompt.ts';
export { defaultPlannerPrompt } from './plan-execute/planner-prompt.ts';
export { runPlanExecute, startPlanExecute } from './plan-execute/run-plan-execute.ts';
export { subtaskSteps } from './subtask-steps.ts';
export type { NewTask, Task, TaskStatus } from './task.ts';
export { taskStatuses } from './task.ts';
export type { TaskCut } from './task-cut.ts';
export { TaskGraph } from './task-graph.ts';
export type { TaskGraphError, TaskGraphErrorCode } from './task-graph-error.ts';
export { isTaskGraphError } from './task-graph-error.ts';
export type { StoredTask, TaskGraphJson, TaskGraphLimits, TaskSplit } from './task-graph-json.ts';
export type {
  TaskAddition,
  TaskFailure,
  TaskGraphOptions,
  TaskPlan,
} from './task-graph-options.ts';
export type { TaskProblem } from './task-problems.ts';
export { findTaskProblems } from './task-problems.ts';
export type { TaskGraphStatus, TaskProgress } from './task-progress.ts';
export type { UncopyableStateError } from './uncopyable-state.ts';
export { isUncopyableState } from './uncopyable-state.ts';

import { resolveLimits } from '@loopwright/agent-run';
import type { CheckpointPolicy } from '../checkpoint-policy.ts';
import { checkpointPresets, goalDefaults, taskGraphDefaults } from '../defaults.ts';
import type { Expansion } from '../expand-tasks.ts';
import type { TaskGraphLimits } from '../task-graph-json.ts';
import type { GoalOptions } from './goal-options.ts';
import { defaultGoalPrompt } from './goal-prompt.ts';

/** The options that count something, with their defaults filled in. */
export type GoalSettings = {
  readonly graph: TaskGraphLimits;
  readonly expand: Expansion;
  readonly maxPlanAttempts: number;
  readonly maxRestores: number;
  /** Steps of the run: attempts at tasks, or fewer when `limits.maxSteps` is set. */
  readonly maxSteps: number;
  readonly policy: CheckpointPolicy;
  readonly maxCallsPerStep: number;
};

export type CountedOptions = Pick<
  GoalOptions,
  | 'limits'
  | 'expand'
  | 'maxTasks'
  | 'maxDepth'
  | 'maxAttempts'
  | 'maxPlanAttempts'
  | 'maxRestores'
  | 'checkpoints'
  | 'alternatives'
>;

export function goalSettings(options: CountedOptions): GoalSettings {
  const { limits, checkpoints, alternatives } = options;
  const {
    maxTasks = taskGraphDefaults.maxTasks,
    maxDepth = taskGraphDefaults.maxDepth,
    maxAttempts = taskGraphDefaults.maxAttempts,
    expand = goalDefaults.expand,
    maxPlanAttempts = goalDefaults.maxPlanAttempts,
  } = options;
  const canGoBack = alternatives !== undefined;
  const maxRestores = canGoBack ? (options.maxRestores ?? goalDefaults.maxRestores) : 0;
  const isKept = canGoBack || checkpoints !== undefined;
  const maxAttemptsOfAll = maxTasks * maxAttempts * (1 + maxRestores);
  return {
    graph: { maxTasks, maxDepth, maxAttempts },
    expand,
    maxPlanAttempts,
    maxRestores,
    maxSteps: Math.min(maxAttemptsOfAll, limits?.maxSteps ?? Infinity),
    policy: checkpoints?.policy ?? (isKept ? checkpointPresets.default : checkpointPresets.off),
    maxCallsPerStep: resolveLimits(limits).maxCallsPerStep,
  };
}

/** The system prompt by which a model splits the goal. */
export function goalPromptOf<Answer>(options: GoalOptions<Answer>): string {
  const { tools, execute, instructions, plannerPrompt = defaultGoalPrompt } = options;
  const all = typeof execute === 'function' ? [] : [...(tools?.tools.values() ?? [])];
  const used = typeof execute === 'string' ? all.filter(({ name }) => name === execute) : all;
  const { maxTasks } = goalSettings(options).graph;
  return plannerPrompt({ tools: used, maxTasks, instructions });
}

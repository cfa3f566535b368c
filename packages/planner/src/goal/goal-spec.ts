import { type Model, type RunSpec, readTypedAnswer } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { checkGoalOptions } from './check-goal-options.ts';
import { goalAllowance, goalToolCalls } from './goal-bounds.ts';
import type { GoalOptions } from './goal-options.ts';
import { goalPromptOf, goalSettings } from './goal-settings.ts';
import type { StopDeferral } from './stop-deferral.ts';

/** The options as the waist takes them. @throws ConfigurationError for all that can be seen in them. */
export function goalSpec<Answer>(
  options: GoalOptions<Answer>,
  deferral: StopDeferral,
): RunSpec<Answer> {
  checkGoalOptions(options);
  const { goal, tools = createToolRegistry({ tools: [] }), model, models, guards = [] } = options;
  const { execute, decompose = 'rules', combine, answer: schema } = options;
  const { graph, maxCallsPerStep: _, ...settings } = goalSettings(options);
  return {
    ...options,
    strategy: { name: 'goal', version: 1 },
    task: goal,
    tools,
    models: { default: model ?? models?.planner ?? noModel, ...models },
    guards: deferral.wrap(guards),
    allowance: goalAllowance(options),
    strategyToolCalls: goalToolCalls(options),
    configuration: {
      ...settings,
      policy: { ...settings.policy },
      graph: { ...graph },
      execute: typeof execute === 'string' ? execute : typeof execute,
      decompose: typeof decompose === 'string' ? decompose : 'function',
      planner: decompose === 'model' ? goalPromptOf(options) : null,
      combines: combine !== undefined,
      stores: options.checkpoints?.store !== undefined,
    },
    ...(schema ? { checkAnswer: (answer) => readTypedAnswer(schema, answer) } : {}),
  };
}

const noModel: Model = {
  id: 'none',
  generate: () => Promise.reject(new Error('a goal that is split without a model asks none')),
};

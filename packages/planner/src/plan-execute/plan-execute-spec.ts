import { answerSchemaOf, type RunSpec, readTypedAnswer } from '@loopwright/agent-run';
import type { Tool } from '@loopwright/tool-registry';
import { planExecuteDefaults } from '../defaults.ts';
import { checkPlanExecuteOptions } from './check-plan-execute-options.ts';
import type { Completion } from './completion.ts';
import { planExecuteAllowance, planExecuteCounts } from './plan-execute-bounds.ts';
import type { PlanExecuteOptions } from './plan-execute-options.ts';
import { defaultPlannerPrompt } from './planner-prompt.ts';

/** The options as the waist takes them. @throws ConfigurationError for all that can be seen in them. */
export function planExecuteSpec<Answer>(
  options: PlanExecuteOptions<Answer>,
  completion: Completion,
): RunSpec<Answer> {
  checkPlanExecuteOptions(options);
  const { maxReplans, maxTasks, stepsPerPlan, maxSteps } = planExecuteCounts(options);
  const tools = [...(options.tools?.tools?.values() ?? [])];
  const { answer: schema } = options;
  return {
    ...options,
    strategy: { name: 'plan-execute', version: 1 },
    models: { default: options.model, ...options.models },
    guards: completion.wrap(options.guards ?? []),
    allowance: planExecuteAllowance(options),
    strategyToolCalls: maxSteps,
    configuration: { planner: plannerPromptOf(options, tools), maxReplans, maxTasks, stepsPerPlan },
    ...(schema ? { checkAnswer: (answer) => readTypedAnswer(schema, answer) } : {}),
  };
}

export function plannerPromptOf<Answer>(
  options: PlanExecuteOptions<Answer>,
  tools: readonly Tool[],
): string {
  const { instructions, plannerPrompt = defaultPlannerPrompt } = options;
  const { horizon = planExecuteDefaults.horizon } = options;
  const { maxTasks } = planExecuteCounts(options);
  const answerSchema = answerSchemaOf(options.answer);
  return plannerPrompt({ tools, maxTasks, horizon, instructions, answerSchema });
}

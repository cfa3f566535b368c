import { type Model, type RunSpec, readTypedAnswer } from '@loopwright/agent-run';
import { type Json, type Plan, toJson } from '@loopwright/core-parser';
import { checkOptions } from './check-options.ts';
import { plannerPromptOf } from './make-plan.ts';
import {
  maxTasksOf,
  performanceAllowance,
  plannerAllowance,
  rewooAllowance,
} from './rewoo-bounds.ts';
import type { RewooOptions, UnsolvedPlanOptions } from './rewoo-options.ts';
import { solverPromptOf } from './solve.ts';

/** A whole run as the waist takes it. @throws ConfigurationError for all that can be seen in the options. */
export function rewooSpec<Answer>(options: RewooOptions<Answer>): RunSpec<Answer> {
  checkOptions(options);
  return {
    ...commonParts(options, options.model),
    strategy: { name: 'rewoo', version: 1 },
    allowance: rewooAllowance(options),
    configuration: { ...plannerConfiguration(options), solver: solverPromptOf(options) },
    checkAnswer: (answer) => readTypedAnswer(options.answer, answer),
  };
}

/** A run that makes a plan and does nothing with it. @throws ConfigurationError */
export function planningSpec<Answer>(options: RewooOptions<Answer>): RunSpec<Plan> {
  checkOptions(options);
  return {
    ...commonParts(options, options.model),
    strategy: { name: 'rewoo-plan', version: 1 },
    allowance: plannerAllowance(options),
    strategyToolCalls: 0,
    configuration: plannerConfiguration(options),
  };
}

/** A run that performs a plan and solves it, or only performs it. @throws ConfigurationError */
export function performanceSpec<Answer>(
  plan: Plan,
  options: RewooOptions<Answer> | UnsolvedPlanOptions<Answer>,
): RunSpec<Answer> {
  const solves = !('solve' in options && options.solve === false);
  const { answer: schema, model = noModel } = options;
  return {
    ...commonParts(options, model),
    strategy: { name: 'rewoo-perform', version: 1 },
    allowance: performanceAllowance(options, { solves }),
    strategyToolCalls: plan.steps.length,
    configuration: { plan: toJson(plan), ...(solves ? { solver: solverPromptOf(options) } : {}) },
    ...(solves || schema ? { checkAnswer: (answer) => readTypedAnswer(schema, answer) } : {}),
  };
}

function commonParts<Answer>(
  options: RewooOptions<Answer> | UnsolvedPlanOptions<Answer>,
  model: Model,
) {
  return {
    ...options,
    models: { default: model, ...options.models },
    strategyToolCalls: maxTasksOf(options),
  };
}

function plannerConfiguration<Answer>(options: RewooOptions<Answer>): { [name: string]: Json } {
  const tools = [...(options.tools?.tools?.values() ?? [])];
  return { planner: plannerPromptOf(options, tools), maxTasks: maxTasksOf(options) };
}

const noModel: Model = {
  id: 'none',
  generate: () => Promise.reject(new Error('a plan that is not solved asks no model')),
};

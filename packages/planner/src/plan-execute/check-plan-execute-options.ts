import {
  aModel,
  checkBoundedOptions,
  checkCount,
  checkFunctions,
  checkModels,
  checkNames,
  checkRunOptions,
  checkTaskText,
  isModel,
  isObject,
  mustBe,
  refuse,
  runOptionNames,
} from '@loopwright/agent-run/option-checks';
import type { PlanExecuteOptions, PlanExecuteRole } from './plan-execute-options.ts';

/** The compiler keeps this list equal to the options. */
const optionNames = Object.keys({
  task: true,
  model: true,
  models: true,
  tools: true,
  instructions: true,
  answer: true,
  maxReplans: true,
  maxTasks: true,
  horizon: true,
  plannerPrompt: true,
  advisors: true,
  ...runOptionNames,
} satisfies Record<keyof PlanExecuteOptions<unknown>, true>);

const roles = Object.keys({
  planner: true,
  critic: true,
  reflector: true,
} satisfies Record<PlanExecuteRole, true>);

/** Refuses options that cannot be meant, whoever writes them without types. @throws ConfigurationError */
export function checkPlanExecuteOptions(options: unknown): void {
  mustBe(isObject(options), 'The options', 'an object with task, model and tools', options);
  checkNames(options, optionNames);
  checkTaskText('task', options.task);
  mustBe(isModel(options.model), 'model', aModel, options.model);
  checkModels(options.models, roles);
  checkTools(options.tools);
  checkRunOptions(options);
  checkFunctions(options, ['plannerPrompt']);
  checkPlanExecuteBounded(options);
}

/** Without a tool there is no plan, so that every run would fail. */
function checkTools(tools: unknown): void {
  const size = isObject(tools) && isObject(tools.tools) ? tools.tools.size : undefined;
  if (size === 0) refuse('tools must hold at least one tool: a plan is made of their calls');
}

/** Refuses what no bound can be made of. @throws ConfigurationError */
export function checkPlanExecuteBounded(options: unknown): void {
  mustBe(isObject(options), 'The options', 'an object with tools', options);
  checkBoundedOptions(options);
  checkCount(options, 'maxReplans', 0);
  checkCount(options, 'maxTasks', 1);
  const { horizon } = options;
  const isHorizon =
    horizon === undefined ||
    horizon === 'all' ||
    (Number.isSafeInteger(horizon) && Number(horizon) >= 1);
  mustBe(isHorizon, 'horizon', "'all' or a whole number of at least 1", horizon);
}

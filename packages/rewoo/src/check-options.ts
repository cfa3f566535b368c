import {
  aModel,
  checkBoundedOptions,
  checkCount,
  checkFunctions,
  checkModels,
  checkNames,
  checkRunOptions,
  checkTaskText,
  type Fields,
  isModel,
  isObject,
  mustBe,
  refuse,
  runOptionNames,
} from '@loopwright/agent-run/option-checks';
import type { RewooOptions } from './rewoo-options.ts';

/** The compiler keeps this list equal to the options. */
const optionNames = Object.keys({
  task: true,
  model: true,
  models: true,
  tools: true,
  instructions: true,
  answer: true,
  maxTasks: true,
  planRepairs: true,
  answerRepairs: true,
  plannerPrompt: true,
  solverPrompt: true,
  advisors: true,
  ...runOptionNames,
} satisfies Record<keyof RewooOptions<unknown>, true>);

const roles: readonly string[] = Object.keys({
  planner: true,
  solver: true,
  critic: true,
  reflector: true,
} satisfies Record<keyof NonNullable<RewooOptions['models']>, true>);

/**
 * Refuses options that cannot be meant, whoever writes them without types.
 *
 * @param accepts.further Names of options that only this function has.
 * @param accepts.noModel The run asks no model, so that none need be given.
 * @throws ConfigurationError
 */
export function checkOptions(
  options: unknown,
  accepts: { further?: readonly string[]; noModel?: boolean } = {},
): void {
  mustBe(isObject(options), 'The options', 'an object with task, model and tools', options);
  checkNames(options, [...optionNames, ...(accepts.further ?? [])]);
  checkTaskText('task', options.task);
  const needsNone = accepts.noModel === true && options.model === undefined;
  mustBe(needsNone || isModel(options.model), 'model', aModel, options.model);
  checkModels(options.models, roles);
  checkTools(options);
  checkRunOptions(options);
  checkBounded(options);
  checkFunctions(options, ['plannerPrompt', 'solverPrompt']);
  const { solve } = options;
  mustBe(solve === undefined || typeof solve === 'boolean', 'solve', 'true or false', solve);
}

/** Refuses what no bound can be made of. @throws ConfigurationError */
export function checkBounded(options: unknown): void {
  checkBoundedOptions(options);
  checkCount(options, 'maxTasks', 1);
  checkCount(options, 'planRepairs', 0);
  checkCount(options, 'answerRepairs', 0);
}

/** Without a tool there is no plan, so that every run would fail. */
function checkTools({ tools }: Fields): void {
  const size = isObject(tools) && isObject(tools.tools) ? tools.tools.size : undefined;
  if (size === 0) refuse('tools must hold at least one tool: a plan is made of their calls');
}

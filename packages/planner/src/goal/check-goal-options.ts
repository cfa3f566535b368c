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
  hasFunctions,
  isFunction,
  isModel,
  isObject,
  mustBe,
  refuse,
  runOptionNames,
} from '@loopwright/agent-run/option-checks';
import type { CheckpointPolicy } from '../checkpoint-policy.ts';
import type { GoalCheckpointOptions, GoalOptions } from './goal-options.ts';

/** The compiler keeps this list equal to the options. */
const optionNames = Object.keys({
  goal: true,
  execute: true,
  tools: true,
  model: true,
  models: true,
  instructions: true,
  decompose: true,
  split: true,
  expand: true,
  maxTasks: true,
  maxDepth: true,
  maxAttempts: true,
  maxPlanAttempts: true,
  checkpoints: true,
  alternatives: true,
  maxRestores: true,
  combine: true,
  answer: true,
  plannerPrompt: true,
  ...runOptionNames,
} satisfies Record<keyof GoalOptions<unknown>, true>);

/** Refuses options that cannot be meant, whoever writes them without types. @throws ConfigurationError */
export function checkGoalOptions(options: unknown): void {
  mustBe(isObject(options), 'The options', 'an object with goal and execute', options);
  checkNames(options, optionNames);
  checkTaskText('goal', options.goal);
  checkModels(options.models, ['planner']);
  checkRunOptions(options);
  checkFunctions(options, ['plannerPrompt']);
  checkGoalBounded(options);
  checkFunctions(options, ['split']);
  checkFunctions(options, ['combine']);
  checkDecompose(options);
  checkExecute(options);
  checkStore(options);
}

/** Refuses what no bound can be made of. @throws ConfigurationError */
export function checkGoalBounded(options: unknown): void {
  mustBe(isObject(options), 'The options', 'an object with execute', options);
  checkBoundedOptions(options);
  checkCheckpoints(options.checkpoints);
  checkFunctions(options, ['alternatives']);
  checkCount(options, 'maxTasks', 1);
  checkCount(options, 'maxDepth', 0);
  checkCount(options, 'maxAttempts', 1);
  checkCount(options, 'maxPlanAttempts', 1);
  checkCount(options, 'maxRestores', 0);
  const { expand } = options;
  const isExpansion = expand === undefined || expand === 'all' || expand === 'next';
  mustBe(isExpansion, 'expand', "'all' or 'next'", expand);
}

function checkDecompose({ decompose, model, models }: Fields): void {
  const isKnown =
    decompose === undefined ||
    decompose === 'rules' ||
    decompose === 'model' ||
    isFunction(decompose);
  mustBe(isKnown, 'decompose', "'rules', 'model' or a function", decompose);
  mustBe(model === undefined || isModel(model), 'model', aModel, model);
  const planner = model ?? (isObject(models) ? models.planner : undefined);
  if (decompose === 'model') mustBe(isModel(planner), 'model', aModel, planner);
}

function checkExecute({ execute, tools }: Fields): void {
  const isExecutor =
    typeof execute === 'string' || isFunction(execute) || hasFunctions('toCall')(execute);
  mustBe(isExecutor, 'execute', "a tool's name, { toCall } or a function", execute);
  if (isFunction(execute)) return;
  const names = toolNames(tools);
  if (names.length === 0) refuse('tools must hold the tools that do the tasks');
  if (typeof execute === 'string' && !names.includes(execute)) {
    refuse(`execute names no tool: '${execute}'; the tools are ${names.join(', ')}`);
  }
}

const checkpointOptionNames = Object.keys({
  policy: true,
  store: true,
  sessionId: true,
} satisfies Record<keyof GoalCheckpointOptions, true>);

const policyNames = Object.keys({
  beforeRisky: true,
  afterSubtask: true,
  everyIterations: true,
} satisfies Record<keyof CheckpointPolicy, true>);

function checkCheckpoints(checkpoints: unknown): void {
  if (checkpoints === undefined) return;
  mustBe(isObject(checkpoints), 'checkpoints', 'an object', checkpoints);
  checkNames(checkpoints, checkpointOptionNames, 'checkpoints.');
  const { policy, sessionId } = checkpoints;
  const isText = sessionId === undefined || typeof sessionId === 'string';
  mustBe(isText, 'checkpoints.sessionId', 'a text', sessionId);
  if (policy !== undefined) checkPolicy(policy);
}

/** A policy is given whole: `{ ...checkpointPresets.off, beforeRisky: true }`. */
function checkPolicy(policy: unknown): void {
  const name = 'checkpoints.policy';
  mustBe(isObject(policy), name, `an object with ${policyNames.join(', ')}`, policy);
  checkNames(policy, policyNames, `${name}.`);
  for (const flag of ['beforeRisky', 'afterSubtask']) {
    mustBe(typeof policy[flag] === 'boolean', `${name}.${flag}`, 'true or false', policy[flag]);
  }
  const { everyIterations: every } = policy;
  const isCount = Number.isSafeInteger(every) && Number(every) >= 0;
  mustBe(isCount, `${name}.everyIterations`, 'a whole number of at least 0', every);
}

function checkStore({ checkpoints, runtime }: Fields): void {
  if (!isObject(checkpoints) || checkpoints.store === undefined) return;
  const { store, sessionId } = checkpoints;
  mustBe(hasFunctions('save')(store), 'checkpoints.store', 'a checkpoint store', store);
  const session = sessionId ?? (isObject(runtime) ? runtime.sessionId : undefined);
  const isNamed = typeof session === 'string' && session !== '';
  mustBe(isNamed, 'checkpoints.sessionId', 'a text, as the run has no runtime', session);
}

/** The names in a tool registry, none when it is no registry. */
function toolNames(registry: unknown): string[] {
  const tools = isObject(registry) ? registry.tools : undefined;
  return hasFunctions('keys')(tools) ? [...(tools as Map<string, unknown>).keys()] : [];
}

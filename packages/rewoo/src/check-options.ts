import { ConfigurationError, type Limits, resolveLimits } from '@loopwright/agent-run';
import { rewooDefaults } from './defaults.ts';
import type { RewooOptions } from './rewoo-options.ts';

type Fields = { readonly [name: string]: unknown };

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
  limits: true,
  prices: true,
  guards: true,
  advisors: true,
  approve: true,
  runtime: true,
  cancel: true,
  detach: true,
  parent: true,
  onEvent: true,
  onLive: true,
  now: true,
} satisfies Record<keyof RewooOptions<unknown>, true>);

const roles: readonly string[] = Object.keys({
  planner: true,
  solver: true,
  critic: true,
  reflector: true,
} satisfies Record<keyof NonNullable<RewooOptions['models']>, true>);

const limitNames: readonly string[] = [
  ...Object.keys(resolveLimits()),
  ...(['maxTokens', 'maxCostUsd', 'activeMs'] satisfies (keyof Limits)[]),
];

const aModel = 'a model: an object with an id and a generate function';

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
  const fields: Fields = options;
  checkNames(fields, [...optionNames, ...(accepts.further ?? [])]);
  checkTask(fields.task);
  const needsNone = accepts.noModel === true && fields.model === undefined;
  mustBe(needsNone || isModel(fields.model), 'model', aModel, fields.model);
  checkModels(fields.models);
  checkTools(fields.tools);
  checkSchema(fields.answer);
  checkBounded(fields);
  const { instructions, solve } = fields;
  const isText = instructions === undefined || typeof instructions === 'string';
  mustBe(isText, 'instructions', 'a text', instructions);
  for (const name of ['plannerPrompt', 'solverPrompt', 'approve', 'onEvent', 'onLive', 'now']) {
    const value = fields[name];
    mustBe(value === undefined || isFunction(value), name, 'a function', value);
  }
  mustBe(solve === undefined || typeof solve === 'boolean', 'solve', 'true or false', solve);
  checkList(fields, 'guards', isFunction, 'factories: functions that make a guard');
}

/** Refuses what no bound can be made of. @throws ConfigurationError */
export function checkBounded(options: unknown): void {
  mustBe(isObject(options), 'The options', 'an object with tools', options);
  const { limits } = options;
  mustBe(limits === undefined || isObject(limits), 'limits', 'an object', limits);
  checkList(options, 'advisors', hasFunctions('advise'), 'objects with an advise function');
  for (const [name, least] of [
    ['maxTasks', 1],
    ['planRepairs', 0],
    ['answerRepairs', 0],
  ] as const) {
    const count = options[name] ?? rewooDefaults[name];
    const isCount = Number.isSafeInteger(count) && Number(count) >= least;
    mustBe(isCount, name, `a whole number of at least ${least}`, count);
  }
}

function checkNames(fields: Fields, names: readonly string[]): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || names.includes(name)) continue;
    if (limitNames.includes(name)) refuse(`${name} is a limit: write limits: { ${name}: … }`);
    refuse(`There is no option ${name}; the options are ${names.join(', ')}`);
  }
}

function checkTask(task: unknown): void {
  if (typeof task === 'string' && task.trim() !== '') return;
  throw new ConfigurationError('invalid_task', 'The task must be a text that is not empty');
}

function checkModels(models: unknown): void {
  if (models === undefined) return;
  mustBe(isObject(models), 'models', 'an object with a model for a role', models);
  for (const [role, model] of Object.entries(models)) {
    if (!roles.includes(role)) {
      refuse(`There is no role ${role} in a ReWOO run; the roles are ${roles.join(', ')}`);
    }
    mustBe(model === undefined || isModel(model), `models.${role}`, aModel, model);
  }
}

/** Without a tool there is no plan, so that every run would fail. */
function checkTools(tools: unknown): void {
  const size = isObject(tools) && isObject(tools.tools) ? tools.tools.size : undefined;
  if (size === 0) refuse('tools must hold at least one tool: a plan is made of their calls');
}

function checkSchema(answer: unknown): void {
  // The schemas of some libraries are functions.
  const standard = isObject(answer) || isFunction(answer) ? (answer as Fields)['~standard'] : {};
  const isSchema = isObject(standard) && isFunction(standard.validate);
  mustBe(answer === undefined || isSchema, 'answer', 'a Standard Schema', answer);
}

function checkList(
  fields: Fields,
  name: string,
  isEntry: (entry: unknown) => boolean,
  entries: string,
): void {
  const value = fields[name];
  if (value === undefined) return;
  mustBe(Array.isArray(value), name, `a list of ${entries}`, value);
  for (const [index, entry] of value.entries()) {
    mustBe(isEntry(entry), `${name}[${index}]`, `one of ${entries}`, entry);
  }
}

function mustBe(isRight: boolean, name: string, wanted: string, given: unknown): asserts isRight {
  if (!isRight) refuse(`${name} must be ${wanted}, not ${describe(given)}`);
}

function refuse(message: string): never {
  throw new ConfigurationError('invalid_option', message);
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (value === null || typeof value !== 'object') {
    return isFunction(value) ? 'a function' : String(value);
  }
  return Array.isArray(value) ? 'a list' : 'an object of another kind';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isModel(value: unknown): boolean {
  return hasFunctions('generate')(value) && typeof (value as Fields).id === 'string';
}

function hasFunctions(...names: string[]): (value: unknown) => boolean {
  // An instance of a class may hold them on its prototype.
  return (value) => isObject(value) && names.every((name) => isFunction(value[name]));
}

import { ConfigurationError } from './configuration-error.ts';
import { type Limits, resolveLimits } from './limits.ts';

/** Options as they come from a caller without types. */
export type Fields = { readonly [name: string]: unknown };

const limitNames: readonly string[] = [
  ...Object.keys(resolveLimits()),
  ...(['maxTokens', 'maxCostUsd', 'activeMs'] satisfies (keyof Limits)[]),
];

/** Names of the options that every strategy passes on to the run. */
export const runOptionNames = {
  limits: true,
  prices: true,
  guards: true,
  approve: true,
  runtime: true,
  cancel: true,
  detach: true,
  parent: true,
  onEvent: true,
  onLive: true,
  now: true,
} as const;

export const aModel = 'a model: an object with an id and a generate function';

/** Throws `invalid_option` for a name that is none of `names`, and says where a limit belongs. `path` is of what they are in. */
export function checkNames(fields: Fields, names: readonly string[], path = ''): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || names.includes(name)) continue;
    if (limitNames.includes(name)) refuse(`${name} is a limit: write limits: { ${name}: … }`);
    refuse(`There is no option ${path}${name}; the options are ${names.join(', ')}`);
  }
}

/** Checks the instructions, the guards and the typed answer, which every strategy knows. The run itself checks the rest. */
export function checkRunOptions(fields: Fields): void {
  const { instructions, answer } = fields;
  const isText = instructions === undefined || typeof instructions === 'string';
  mustBe(isText, 'instructions', 'a text', instructions);
  checkFunctions(fields, ['approve', 'onEvent', 'onLive', 'now']);
  checkList(fields, 'guards', isFunction, 'factories: functions that make a guard');
  // The schemas of some libraries are functions.
  const standard = isObject(answer) || isFunction(answer) ? (answer as Fields)['~standard'] : {};
  const isSchema = isObject(standard) && isFunction(standard.validate);
  mustBe(answer === undefined || isSchema, 'answer', 'a Standard Schema', answer);
}

/** Checks what the bounds of every strategy are made of. */
export function checkBoundedOptions(options: unknown): asserts options is Fields {
  mustBe(isObject(options), 'The options', 'an object with tools', options);
  const { limits } = options;
  mustBe(limits === undefined || isObject(limits), 'limits', 'an object', limits);
  checkList(options, 'advisors', hasFunctions('advise'), 'objects with an advise function');
}

/** Checks the models of single roles. */
export function checkModels(models: unknown, roles: readonly string[]): void {
  if (models === undefined) return;
  mustBe(isObject(models), 'models', 'an object with a model for a role', models);
  for (const [role, model] of Object.entries(models)) {
    if (!roles.includes(role)) {
      refuse(`There is no role ${role} in this run; the roles are ${roles.join(', ')}`);
    }
    mustBe(model === undefined || isModel(model), `models.${role}`, aModel, model);
  }
}

/** Throws `invalid_task` for a task, or goal, that is no text or an empty one. */
export function checkTaskText(name: string, text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new ConfigurationError('invalid_task', `The ${name} must be a text that is not empty`);
}

/** Checks options that are functions. */
export function checkFunctions(fields: Fields, names: readonly string[]): void {
  for (const name of names) {
    const value = fields[name];
    mustBe(value === undefined || isFunction(value), name, 'a function', value);
  }
}

/** Checks an option that counts something. */
export function checkCount(fields: Fields, name: string, least: number): void {
  const value = fields[name];
  const isCount = value === undefined || (Number.isSafeInteger(value) && Number(value) >= least);
  mustBe(isCount, name, `a whole number of at least ${least}`, value);
}

export function mustBe(
  isRight: boolean,
  name: string,
  wanted: string,
  given: unknown,
): asserts isRight {
  if (!isRight) refuse(`${name} must be ${wanted}, not ${describe(given)}`);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

export function isModel(value: unknown): boolean {
  return hasFunctions('generate')(value) && typeof (value as Fields).id === 'string';
}

/** Whether a value is an object with these methods, its own or those of its class. */
export function hasFunctions(...names: string[]): (value: unknown) => boolean {
  return (value) => isObject(value) && names.every((name) => isFunction(value[name]));
}

export function refuse(message: string): never {
  throw new ConfigurationError('invalid_option', message);
}

/** Checks an option that is a list. `entries` says what it lists. */
export function checkList(
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

function describe(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (value === null || typeof value !== 'object') {
    return isFunction(value) ? 'a function' : String(value);
  }
  return Array.isArray(value) ? 'a list' : 'an object of another kind';
}

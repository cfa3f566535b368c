import {
  advisoryRoles,
  ConfigurationError,
  essentialRoles,
  type Limits,
  resolveLimits,
} from '@loopwright/agent-run';
import { reactDefaults } from './defaults.ts';
import type { ReactOptions } from './react-options.ts';

type Fields = { readonly [name: string]: unknown };

/** The compiler keeps this list equal to the options. */
const optionNames = Object.keys({
  task: true,
  model: true,
  models: true,
  tools: true,
  format: true,
  instructions: true,
  systemPrompt: true,
  history: true,
  answer: true,
  goal: true,
  requireCriterion: true,
  loop: true,
  progress: true,
  errorLimit: true,
  drift: true,
  onParseError: true,
  selector: true,
  decide: true,
  synthesis: true,
  remindEvery: true,
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
} satisfies Record<keyof ReactOptions<unknown>, true>);

const roles: readonly string[] = [...essentialRoles, ...advisoryRoles];
const limitNames: readonly string[] = [
  ...Object.keys(resolveLimits()),
  ...(['maxTokens', 'maxCostUsd', 'activeMs'] satisfies (keyof Limits)[]),
];

const aModel = 'a model: an object with an id and a generate function';

/** Refuses options that cannot be meant, whoever writes them without types. @throws ConfigurationError */
export function checkOptions<Answer>(options: ReactOptions<Answer>): void {
  mustBe(isObject(options), 'The options', 'an object with task, model and tools', options);
  const fields: Fields = options;
  checkNames(fields);
  mustBe(isModel(fields.model), 'model', aModel, fields.model);
  checkModels(fields.models);
  checkSchema(fields.answer);
  checkFunctions(fields);
  checkObjects(fields);
  checkWords(fields, 'onParseError', ['observe', 'stop']);
  checkWords(fields, 'synthesis', ['template', 'model']);
  checkBounded(fields);
  checkList(fields, 'guards', isFunction, 'factories: functions that make a guard');
  checkList(fields, 'history', isObject, 'messages');
  const { remindEvery = reactDefaults.remindEvery } = fields;
  const isCount = Number.isSafeInteger(remindEvery) && Number(remindEvery) >= 0;
  mustBe(isCount, 'remindEvery', 'a whole number of steps, 0 for never', remindEvery);
}

/** Refuses what no bound can be made of. @throws ConfigurationError */
export function checkBounded(options: unknown): void {
  mustBe(isObject(options), 'The options', 'an object with tools', options);
  const { limits, format } = options;
  mustBe(limits === undefined || isObject(limits), 'limits', 'an object', limits);
  checkFormat(format);
  checkList(options, 'advisors', hasFunctions('advise'), 'objects with an advise function');
}

function checkNames(fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || optionNames.includes(name)) continue;
    if (limitNames.includes(name)) refuse(`${name} is a limit: write limits: { ${name}: … }`);
    refuse(`There is no option ${name}; the options are ${optionNames.join(', ')}`);
  }
}

function checkModels(models: unknown): void {
  if (models === undefined) return;
  mustBe(isObject(models), 'models', 'an object with a model for a role', models);
  for (const [role, model] of Object.entries(models)) {
    if (!roles.includes(role)) {
      refuse(`There is no role ${role}; the roles are ${roles.join(', ')}`);
    }
    mustBe(model === undefined || isModel(model), `models.${role}`, aModel, model);
  }
}

function checkSchema(answer: unknown): void {
  // The schemas of some libraries are functions.
  const standard = isObject(answer) || isFunction(answer) ? (answer as Fields)['~standard'] : {};
  const isSchema = isObject(standard) && isFunction(standard.validate);
  mustBe(answer === undefined || isSchema, 'answer', 'a Standard Schema', answer);
}

function checkFormat(format: unknown): void {
  const isFormat = format === undefined || hasFunctions('start', 'read', 'append')(format);
  mustBe(isFormat, 'format', 'a StepFormat, such as textFormat or jsonFormat', format);
}

function checkFunctions(fields: Fields): void {
  for (const name of ['goal', 'decide', 'systemPrompt', 'approve', 'onEvent', 'onLive', 'now']) {
    const value = fields[name];
    mustBe(value === undefined || isFunction(value), name, 'a function', value);
  }
  const { selector } = fields;
  const selects = selector === undefined || isFunction(selector) || isModel(selector);
  mustBe(selects, 'selector', `a function or ${aModel}`, selector);
}

function checkObjects(fields: Fields): void {
  const { instructions } = fields;
  const isText = instructions === undefined || typeof instructions === 'string';
  mustBe(isText, 'instructions', 'a text', instructions);
  for (const name of ['loop', 'progress', 'errorLimit', 'drift']) {
    const value = fields[name];
    const isRight = value === undefined || value === false || isObject(value);
    mustBe(isRight, name, 'an object of options, or false', value);
  }
}

function checkWords(fields: Fields, name: string, words: readonly string[]): void {
  const value = fields[name];
  const isWord = value === undefined || (typeof value === 'string' && words.includes(value));
  mustBe(isWord, name, words.map((word) => `'${word}'`).join(' or '), value);
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

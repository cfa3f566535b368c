import { advisoryRoles, essentialRoles } from '@loopwright/agent-run';
import {
  aModel,
  checkBoundedOptions,
  checkCount,
  checkFunctions,
  checkList,
  checkModels,
  checkNames,
  checkRunOptions,
  type Fields,
  hasFunctions,
  isFunction,
  isModel,
  isObject,
  mustBe,
  runOptionNames,
} from '@loopwright/agent-run/option-checks';
import type { ReactOptions } from './react-options.ts';

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
  stopWhen: true,
  keepSteps: true,
  concludeAtLimit: true,
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
  advisors: true,
  ...runOptionNames,
} satisfies Record<keyof ReactOptions<unknown>, true>);

const roles: readonly string[] = [...essentialRoles, ...advisoryRoles];
/** Refuses options that cannot be meant, whoever writes them without types. @throws ConfigurationError */
export function checkOptions<Answer>(options: ReactOptions<Answer>): void {
  mustBe(isObject(options), 'The options', 'an object with task, model and tools', options);
  checkFields(options);
}

function checkFields(fields: Fields): void {
  checkNames(fields, optionNames);
  mustBe(isModel(fields.model), 'model', aModel, fields.model);
  checkModels(fields.models, roles);
  checkRunOptions(fields);
  checkBounded(fields);
  checkFunctions(fields, ['decide', 'systemPrompt']);
  checkChecks(fields);
  const { selector } = fields;
  const selects = selector === undefined || isFunction(selector) || isModel(selector);
  mustBe(selects, 'selector', `a function or ${aModel}`, selector);
  for (const name of ['loop', 'progress', 'errorLimit', 'drift']) {
    const value = fields[name];
    const isRight = value === undefined || value === false || isObject(value);
    mustBe(isRight, name, 'an object of options, or false', value);
  }
  checkWords(fields, 'onParseError', ['observe', 'stop']);
  checkWords(fields, 'synthesis', ['template', 'model']);
  checkList(fields, 'history', isObject, 'messages');
  checkCount(fields, 'remindEvery', 0);
  checkCount(fields, 'keepSteps', 0);
  const { concludeAtLimit } = fields;
  const isSwitch = concludeAtLimit === undefined || typeof concludeAtLimit === 'boolean';
  mustBe(isSwitch, 'concludeAtLimit', 'true or false', concludeAtLimit);
}

function checkChecks({ goal, stopWhen }: Fields): void {
  const isGoal = goal === undefined || isFunction(goal) || isNamedFunctions(goal);
  mustBe(isGoal, 'goal', 'a function, or an object of named functions', goal);
  const isStop = stopWhen === undefined || isNamedFunctions(stopWhen);
  mustBe(isStop, 'stopWhen', 'an object of named functions', stopWhen);
}

/** One at least: a criterion without a check is none. */
function isNamedFunctions(value: unknown): boolean {
  if (!isObject(value)) return false;
  const checks = Object.entries(value);
  return checks.length > 0 && checks.every(([name, check]) => name !== '' && isFunction(check));
}

/** Refuses what no bound can be made of. @throws ConfigurationError */
export function checkBounded(options: unknown): void {
  checkBoundedOptions(options);
  const { format } = options;
  const isFormat = format === undefined || hasFunctions('start', 'read', 'append')(format);
  mustBe(
    isFormat,
    'format',
    'a StepFormat, such as textFormat, jsonFormat or nativeFormat',
    format,
  );
}

function checkWords(fields: Fields, name: string, words: readonly string[]): void {
  const value = fields[name];
  const isWord = value === undefined || (typeof value === 'string' && words.includes(value));
  mustBe(isWord, name, words.map((word) => `'${word}'`).join(' or '), value);
}

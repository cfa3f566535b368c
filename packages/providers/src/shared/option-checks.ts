import {
  checkCount,
  checkNames,
  type Fields,
  isObject,
  mustBe,
  refuse,
} from '@loopwright/agent-run/option-checks';

const commonNames: readonly string[] = [
  ...['model', 'id', 'stream', 'timeoutMs', 'idleMs', 'maxOutputTokens', 'capabilities'],
];

/** Refuses options that are no object, or hold others than `names`. @throws ConfigurationError `invalid_option` */
export function checkOptionNames(
  options: unknown,
  names: readonly string[],
): asserts options is Fields {
  mustBe(isObject(options), 'The options', 'an object', options);
  checkNames(options, names);
}

/** Refuses options of an adapter that neither every adapter has nor this one. @throws ConfigurationError `invalid_option` */
export function checkAdapterNames(options: unknown, ownNames: readonly string[]): void {
  checkOptionNames(options, [...commonNames, ...ownNames]);
}

/** Checks the options that every adapter has. @throws ConfigurationError `invalid_option` */
export function checkAdapterOptions(options: Fields): void {
  checkText('model', options.model);
  if (options.id !== undefined) checkText('id', options.id);
  checkFlag(options, 'stream');
  checkAmount('timeoutMs', options.timeoutMs, 1);
  checkAmount('idleMs', options.idleMs, 1);
  checkCount(options, 'maxOutputTokens', 1);
}

function checkFlag(options: Fields, name: string): void {
  const value = options[name];
  mustBe(value === undefined || typeof value === 'boolean', name, 'true or false', value);
}

/** Refuses what is no text, or an empty one. @throws ConfigurationError `invalid_option` */
export function checkText(name: string, value: unknown): void {
  mustBe(typeof value === 'string' && value.trim() !== '', name, 'a text that is not empty', value);
}

/** Refuses what is no number of at least `least`. @throws ConfigurationError `invalid_option` */
export function checkAmount(name: string, value: unknown, least: number): void {
  const isAmount = value === undefined || (typeof value === 'number' && value >= least);
  mustBe(isAmount, name, `a number of at least ${least}`, value);
}

/** Refuses fields for every request that a request sets itself. @throws ConfigurationError `invalid_option` */
export function checkAddedFields(body: unknown, reserved: readonly string[]): void {
  if (body === undefined) return;
  mustBe(isObject(body), 'body', 'an object with fields to add to every request', body);
  const name = Object.keys(body).find((each) => reserved.includes(each));
  if (name === undefined) return;
  refuse(
    `body.${name} is set by the request itself; body adds fields other than ${reserved.join(', ')}`,
  );
}

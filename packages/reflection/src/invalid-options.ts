const marker = Symbol.for('@loopwright/reflection/invalid-options');

/** The error thrown for options that cannot be meant: `code` is `invalid_options`. */
export type InvalidOptionsError = Error & { readonly code: 'invalid_options' };

/** Recognises an {@link InvalidOptionsError}, also one thrown by another copy of this package. */
export function isInvalidOptions(error: unknown): error is InvalidOptionsError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** Makes the error. */
export function invalidOptions(message: string): InvalidOptionsError {
  const error = new Error(message);
  error.name = 'InvalidOptionsError';
  return Object.assign(error, { code: 'invalid_options' as const, [marker]: true });
}

/** Returns `value` when it is an integer between `least` and `most`, and throws otherwise. */
export function requireInteger(
  name: string,
  value: unknown,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw invalidOptions(`${name} must be an integer ${range}, not ${String(value)}.`);
}

/** Returns `value` when it is a number of at least `least`, and throws otherwise. */
export function requireNumber(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
  throw invalidOptions(`${name} must be a number of at least ${least}, not ${String(value)}.`);
}

/** Returns `value` when it is a function or undefined, and throws otherwise. */
export function requireFunction<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === 'function') return value;
  throw invalidOptions(`${name} must be a function, not ${String(value)}.`);
}

/** Returns `value` when it is a list of texts or undefined, and throws otherwise. */
export function requireNames<Value>(name: string, value: Value): Value {
  if (value === undefined || isListOfTexts(value)) return value;
  throw invalidOptions(`${name} must be a list of names, such as ["search"], not ${shown(value)}.`);
}

/** Returns `value` when it is undefined or an object of such values as are wanted, and throws otherwise. */
export function requireByName<Value>(name: string, value: Value, of: 'name' | 'names'): Value {
  const isWanted = of === 'name' ? (each: unknown) => typeof each === 'string' : isListOfTexts;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (value === undefined) return value;
  if (isObject && Object.values(value).every(isWanted)) return value;
  const wanted = of === 'name' ? 'one name' : 'a list of names';
  throw invalidOptions(`${name} must be an object that gives ${wanted} for each tool.`);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : typeof value;
}

/** Throws when an option has a name that is none of those of `known`: a misspelt option would have no effect. */
export function requireKnownOptions(options: object, known: Readonly<Record<string, true>>): void {
  if (typeof options !== 'object' || options === null) {
    throw invalidOptions(`The options must be an object, not ${String(options)}.`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).join(', ');
  throw invalidOptions(`There is no option ${JSON.stringify(unknown)}. The options are ${names}.`);
}

/** Returns `value` when it is one of the allowed ones, and throws otherwise. */
export function requireOneOf<Allowed extends string | boolean>(
  name: string,
  value: unknown,
  allowed: readonly Allowed[],
): Allowed {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw invalidOptions(`${name} must be one of ${allowed.join(', ')}, not ${String(value)}.`);
}

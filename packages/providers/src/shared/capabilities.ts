import { checkNames, isObject, mustBe } from '@loopwright/agent-run/option-checks';

/**
 * What a model takes, as data: no name of a model is ever read for it. What a model does not take is left out of the
 * request and named in `warnings`, so that nothing depends on it silently.
 */
export type ModelCapabilities = {
  readonly temperature: boolean;
  readonly seed: boolean;
  /** Stop sequences that one request may hold. Texts are cut at all of them here, whatever the model does. */
  readonly maxStopSequences: number;
  /** Native tool calling. Without it a request with tools is refused. */
  readonly tools: boolean;
  /** A JSON Schema for the whole reply. */
  readonly schema: boolean;
};

/** What differs from the defaults of an adapter. What is undefined says nothing. */
export type GivenCapabilities<Capabilities> = {
  readonly [Name in keyof Capabilities]?: Capabilities[Name] | undefined;
};

const example: ModelCapabilities = {
  temperature: true,
  seed: true,
  maxStopSequences: 0,
  tools: true,
  schema: true,
};

/**
 * What holds for a model: the adapter's defaults, and what the caller says otherwise.
 *
 * @throws ConfigurationError `invalid_option` for a name or a value that is none
 */
export function resolveCapabilities<Capabilities extends ModelCapabilities>(
  defaults: Capabilities,
  given: GivenCapabilities<Capabilities> = {},
): Capabilities {
  mustBe(isObject(given), 'capabilities', 'an object', given);
  checkNames(given, Object.keys(defaults), 'capabilities.');
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const capabilities = { ...defaults, ...Object.fromEntries(said) };
  checkCapabilities(capabilities, defaults);
  return capabilities;
}

/** Refuses capabilities that are missing, or unlike those of an example. @throws ConfigurationError `invalid_option` */
export function checkCapabilities(given: unknown, like: object = example): void {
  mustBe(isObject(given), 'capabilities', 'an object', given);
  for (const [name, value] of Object.entries(like)) {
    checkLike(`capabilities.${name}`, given[name], value);
  }
}

/** Refuses a value that is of another kind than the one it stands for; numbers count something. */
function checkLike(name: string, value: unknown, like: unknown): void {
  if (typeof like === 'number') {
    const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
    mustBe(isCount, name, 'a whole number, 0 or more', value);
  } else if (Array.isArray(like)) {
    const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
    mustBe(isTexts, name, 'a list of texts', value);
  } else {
    const wanted = typeof like === 'boolean' ? 'true or false' : 'a text';
    mustBe(typeof value === typeof like, name, wanted, value);
  }
}

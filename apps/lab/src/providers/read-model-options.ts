import { type FormatName, formatNames } from '../zephyr/index.ts';
import { type ModelOptions, providerNames, sdkNames } from './model-options.ts';

/** The options of the command line that say who answers. */
export type ModelValues = {
  provider?: string | undefined;
  wire?: string | undefined;
  model?: string | undefined;
  'base-url'?: string | undefined;
  format?: string | undefined;
  stream?: boolean | undefined;
  'timeout-ms'?: string | undefined;
};

const mostMs = 3_600_000;

/** @throws Error that says what is wrong and what is allowed. */
export function readModelOptions(values: ModelValues): ModelOptions {
  const provider = oneOf('provider', values.provider, providerNames) ?? 'policy';
  const wire = oneOf('wire', values.wire, sdkNames);
  refuseUseless(values, provider, wire);
  return {
    provider,
    wire,
    model: nonEmpty('model', values.model),
    baseUrl: readBaseUrl(values['base-url']),
    format: oneOf('format', values.format, formatNames) ?? defaultFormat(provider),
    stream: values.stream ?? false,
    timeoutMs: readTimeout(values['timeout-ms']),
  };
}

/** Whoever names a model without its provider must not get the answer of a policy. */
function refuseUseless(values: ModelValues, provider: string, wire: string | undefined): void {
  const given = (...names: (keyof ModelValues)[]) =>
    names.filter((name) => values[name] !== undefined && values[name] !== false);
  if (provider !== 'policy') {
    if (wire)
      throw new Error(`--wire asks policies; it cannot be used with --provider ${provider}`);
    return;
  }
  const [forProvider] = given('model', 'base-url');
  if (forProvider) {
    const choices = providerNames.filter((name) => name !== 'policy').join(', ');
    throw new Error(`--${forProvider} needs a provider of language models: --provider ${choices}`);
  }
  const [forCalls] = wire ? [] : given('stream', 'timeout-ms');
  if (forCalls) throw new Error(`--${forCalls} needs --wire or a provider of language models`);
}

/** Small models often have no native calling; every model can write text. */
function defaultFormat(provider: ModelOptions['provider']): FormatName {
  if (provider === 'policy') return 'json';
  return provider === 'openai' || provider === 'anthropic' ? 'native' : 'text';
}

function oneOf<Name extends string>(
  option: string,
  given: string | undefined,
  names: readonly Name[],
): Name | undefined {
  const found = names.find((name) => name === given);
  if (given === undefined || found !== undefined) return found;
  throw new Error(`There is no ${option} "${given}"; choose one of ${names.join(', ')}`);
}

function nonEmpty(option: string, given: string | undefined): string | undefined {
  if (given?.trim() === '') throw new Error(`--${option} must not be empty`);
  return given;
}

/** The address with nothing secret in it, because it is shown. */
export function readBaseUrl(given: string | undefined, name = '--base-url'): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      `${name} must be an address with http or https, such as http://127.0.0.1:8000/v1`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Error(
      `${name} must hold no user, password, query or fragment: keys come from the environment`,
    );
  }
  return given;
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = Number(text);
  if (/^\d+$/.test(text) && milliseconds >= 1 && milliseconds <= mostMs) return milliseconds;
  throw new Error(`--timeout-ms must be a whole number from 1 to ${mostMs}, not "${text}"`);
}

import { endpointOf } from './endpoints.ts';
import type { ModelOptions, ProviderName } from './model-options.ts';
import { readBaseUrl } from './read-model-options.ts';

/** A provider with all that a client of it needs. */
export type ProviderChoice = {
  readonly provider: ProviderName;
  readonly baseUrl: string;
  readonly model: string;
  /** Undefined for a server that wants none. */
  readonly apiKey: string | undefined;
  readonly keyVariable: string;
  /** What differs from the defaults of the adapter. */
  readonly capabilities: object | undefined;
};

/** What the variables of a provider begin with: `…_API_KEY`, `…_BASE_URL`, `…_MODEL`. */
const prefixes: Readonly<Record<ProviderName, string>> = {
  nim: 'NVIDIA',
  openai: 'OPENAI',
  anthropic: 'ANTHROPIC',
  ollama: 'OLLAMA',
  lmstudio: 'LMSTUDIO',
  vllm: 'VLLM',
};

export function variablesOf(provider: ProviderName) {
  const prefix = prefixes[provider];
  return { key: `${prefix}_API_KEY`, baseUrl: `${prefix}_BASE_URL`, model: `${prefix}_MODEL` };
}

/**
 * Which server is asked, for which model and with which key: an option wins over the environment. An empty variable,
 * as in a copy of `.env.example`, is none.
 *
 * @throws Error that says what is missing and where it can be set. Nothing stands in for a missing key or model.
 */
export async function chooseProvider(
  { provider, ...options }: ModelOptions & { provider: ProviderName },
  environment: NodeJS.ProcessEnv,
): Promise<ProviderChoice> {
  const endpoint = await endpointOf(provider);
  const names = variablesOf(provider);
  const set = (name: string) => environment[name]?.trim() || undefined;
  const apiKey = set(names.key);
  if (endpoint.needsKey && apiKey === undefined) {
    throw new Error(
      `--provider ${provider} needs a key: set ${names.key} in the environment or in a file .env (see .env.example)`,
    );
  }
  if (apiKey !== undefined && !isSendable(apiKey)) {
    throw new Error(
      `The key in ${names.key} holds characters that no header can carry: copy it again, in plain ASCII and in one line`,
    );
  }
  const model = options.model ?? set(names.model) ?? endpoint.model;
  if (model === undefined) {
    throw new Error(`--provider ${provider} needs a model: name it with --model or ${names.model}`);
  }
  const fromEnvironment = readBaseUrl(set(names.baseUrl), names.baseUrl);
  const baseUrl = options.baseUrl ?? fromEnvironment ?? endpoint.baseUrl;
  const { capabilities } = endpoint;
  return { provider, baseUrl, model, apiKey, keyVariable: names.key, capabilities };
}

/** A key travels in a header. Programs for texts put other dashes and quotes into what is copied from them. */
function isSendable(apiKey: string): boolean {
  return /^[\x20-\x7e]+$/.test(apiKey);
}

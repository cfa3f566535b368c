import type { ProviderName } from './model-options.ts';

/** Where a provider usually is, and what is known of it. */
export type Endpoint = {
  readonly baseUrl: string;
  /** The model that is asked when none is named, where there is one to begin with. */
  readonly model: string | undefined;
  readonly needsKey: boolean;
  readonly capabilities: object | undefined;
};

/** Loaded when a provider is asked, and not before. */
export async function endpointOf(provider: ProviderName): Promise<Endpoint> {
  if (provider === 'anthropic') {
    const baseUrl = 'https://api.anthropic.com';
    return { baseUrl, model: undefined, needsKey: true, capabilities: undefined };
  }
  const { openAiEndpoints } = await import('@loopwright/providers/openai');
  const endpoint: import('@loopwright/providers/openai').OpenAiEndpoint = openAiEndpoints[provider];
  const { baseURL: baseUrl, model, apiKey, capabilities } = endpoint;
  return { baseUrl, model, needsKey: apiKey === undefined, capabilities };
}

import type { Model } from '@loopwright/agent-run';
import type { ModelOptions, SdkName } from '@loopwright/lab/providers';

/** The packages that the SDKs are. */
export const sdkPackages = { openai: 'openai', anthropic: '@anthropic-ai/sdk' } as const;

type Server = {
  baseUrl: string;
  apiKey?: string | undefined;
  /** What errors call it. */
  provider?: string;
  capabilities?: object | undefined;
};

/**
 * Makes models of a server by their names there; `id` is how a run calls one, if not by its name. SDK and adapter are
 * loaded here and not before, because a demo of policies needs neither. What an SDK would find by itself (keys,
 * profiles, addresses, headers) is set or taken away, so that nothing is asked that the user did not name.
 */
export async function sdkModels(
  sdk: SdkName,
  { baseUrl, apiKey = 'none', provider, capabilities }: Server,
  { stream, timeoutMs }: Pick<ModelOptions, 'stream' | 'timeoutMs'>,
): Promise<(model: string, id?: string) => Model> {
  // Such headers may be meant for another server, and hold secrets.
  delete process.env.OPENAI_CUSTOM_HEADERS;
  delete process.env.ANTHROPIC_CUSTOM_HEADERS;
  const quiet = { baseURL: baseUrl, apiKey, maxRetries: 0, logLevel: 'off' } as const;
  const settings = { stream, timeoutMs, idleMs: timeoutMs, capabilities };
  if (sdk === 'anthropic') {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const { anthropicModel } = await import('@loopwright/providers/anthropic');
    const client = new Anthropic({ ...quiet, openTelemetry: false });
    return (model, id) => anthropicModel({ ...settings, client, model, id });
  }
  const { default: OpenAI } = await import('openai');
  const { openAiModel } = await import('@loopwright/providers/openai');
  const nobody = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };
  const client = new OpenAI({ ...quiet, ...nobody });
  return (model, id) => openAiModel({ ...settings, provider, client, model, id });
}

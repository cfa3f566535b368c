import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type AiSdkModelOptions, aiSdkModel } from '../src/ai-sdk.ts';

type Rest = Omit<AiSdkModelOptions, 'model'>;

/** A model through the real package for servers that speak chat completions. */
export function compatible(url: string, options: Rest = {}) {
  const provider = createOpenAICompatible({
    name: 'loop',
    baseURL: `${url}/v1`,
    apiKey: 'sk-secret-of-compatible',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return aiSdkModel({ model: provider('m'), ...options });
}

/** A model through the real package for Anthropic. */
export function anthropic(url: string, options: Rest = {}) {
  const provider = createAnthropic({ baseURL: `${url}/v1`, apiKey: 'sk-ant-secret-of-anthropic' });
  return aiSdkModel({ model: provider('claude-sonnet-4-5'), ...options });
}

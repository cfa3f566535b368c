import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type AiSdkLanguageModel, type AiSdkModelOptions, aiSdkModel } from '../src/ai-sdk.ts';

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

type Call = Parameters<AiSdkLanguageModel['doGenerate']>[0];

/** A language model of any version that gives these results, and keeps the calls it got. */
export function languageModel(specificationVersion: string, result: object, parts: unknown[] = []) {
  const calls: Call[] = [];
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'hand-made',
    modelId: 'm',
    async doGenerate(call) {
      calls.push(call);
      return result;
    },
    async doStream(call) {
      calls.push(call);
      return { stream: ReadableStream.from(parts) };
    },
  };
  return { model, calls };
}

export const text = (value: string) => ({ type: 'text', text: value });
const flat = { inputTokens: 5, outputTokens: 2, totalTokens: 7, cachedInputTokens: 1 };
export const nested = {
  inputTokens: { total: 5, noCache: 4, cacheRead: 1, cacheWrite: undefined },
  outputTokens: { total: 2, text: 2, reasoning: undefined },
};
export const v2 = { content: [text('hi')], finishReason: 'stop', usage: flat, warnings: [] };
export const v3 = { ...v2, finishReason: { unified: 'stop', raw: 'end_turn' }, usage: nested };

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import type { ProviderModel, ProviderModelOptions } from '@loopwright/providers';
import { aiSdkModel } from '@loopwright/providers/ai-sdk';
import { type AnthropicModelOptions, anthropicModel } from '@loopwright/providers/anthropic';
import { type OpenAiEndpoint, openAiModel } from '@loopwright/providers/openai';
import OpenAI from 'openai';
import type { WireApi } from './wire-types.ts';

/** Options of a model under test. */
type RealModelOptions = Omit<ProviderModelOptions, 'model' | 'capabilities'> & {
  /** Default `wire-model`. */
  model?: string;
  /** For chat completions of a compatible server. */
  capabilities?: OpenAiEndpoint['capabilities'];
  /** For messages. */
  cache?: AnthropicModelOptions['cache'];
};

/** A model of an adapter over a real client library, told where the server is. */
export type RealModel = {
  readonly api: WireApi;
  create(url: string, options?: RealModelOptions): ProviderModel;
};

const apiKey = 'test';
const defaultModel = 'wire-model';
/** The clients' own attempts and logs are theirs to switch off; the adapters must do the first themselves. */
const logLevel = 'off';

/** Every adapter over every client library that it is tested with. */
export const realModels = {
  openai: {
    api: 'chat',
    create: (url, { cache: _, model = defaultModel, ...options } = {}) =>
      openAiModel({
        client: new OpenAI({ apiKey, baseURL: `${url}/v1`, logLevel }),
        model,
        ...options,
      }),
  },
  anthropic: {
    api: 'messages',
    create: (url, { capabilities: _, model = defaultModel, ...options } = {}) =>
      anthropicModel({
        client: new Anthropic({ apiKey, baseURL: url, logLevel }),
        model,
        ...options,
      }),
  },
  'ai-sdk openai-compatible': {
    api: 'chat',
    create: (url, { model = defaultModel, ...options } = {}) =>
      aiSdkModel({
        model: createOpenAICompatible({
          ...{ name: 'wire', apiKey, baseURL: `${url}/v1`, includeUsage: true },
        })(model),
        ...options,
      }),
  },
  'ai-sdk anthropic': {
    api: 'messages',
    create: (url, { model = defaultModel, ...options } = {}) =>
      aiSdkModel({ model: createAnthropic({ apiKey, baseURL: `${url}/v1` })(model), ...options }),
  },
} as const satisfies Record<string, RealModel>;

export type RealModelName = keyof typeof realModels;

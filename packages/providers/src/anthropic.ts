export type { AnthropicModelOptions } from './anthropic/anthropic-model.ts';
export { anthropicCapabilities, anthropicModel } from './anthropic/anthropic-model.ts';
export type {
  AnthropicClient,
  AnthropicRequestBody,
  AnthropicRequestOptions,
} from './anthropic/client.ts';
export type { AnthropicBodyOptions } from './anthropic/request-body.ts';
export { anthropicDefaults } from './anthropic/request-body.ts';
export type { AnthropicThinking } from './anthropic/thinking.ts';

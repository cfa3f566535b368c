export type { ChatMessage } from './openai/chat-messages.ts';
export type {
  OpenAiClient,
  OpenAiRequestBody,
  OpenAiRequestOptions,
} from './openai/openai-client.ts';
export type { OpenAiCapabilities, OpenAiEndpoint } from './openai/openai-endpoints.ts';
export { openAiEndpoints } from './openai/openai-endpoints.ts';
export type { OpenAiModelOptions } from './openai/openai-model.ts';
export { openAiModel } from './openai/openai-model.ts';

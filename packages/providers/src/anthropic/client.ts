import type { ClientRequestOptions } from '../shared/open-answer.ts';

/**
 * What the adapter needs of `new Anthropic({ … })` of `@anthropic-ai/sdk` 1.x. Nothing of the SDK is imported, so a
 * client for Bedrock or Vertex, or a function of one's own, does as well. Where what it gives has `withResponse`, as the
 * SDK's has, also what is no event in a stream counts as a sign of life.
 */
export type AnthropicClient = {
  readonly messages: {
    create(body: AnthropicRequestBody, options: AnthropicRequestOptions): PromiseLike<unknown>;
  };
};

/** A request of the messages API, as far as the adapter writes it. */
export type AnthropicRequestBody = {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly object[];
  readonly system?: unknown;
  readonly tools?: readonly object[];
  readonly tool_choice?: object;
  readonly stop_sequences?: readonly string[];
  readonly temperature?: number;
  readonly seed?: number;
  readonly thinking?: object;
  readonly output_config?: object;
  readonly cache_control?: object | null;
  readonly stream?: boolean;
};

export type AnthropicRequestOptions = ClientRequestOptions;

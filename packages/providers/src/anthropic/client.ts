import type { ResponseWatcher } from './watch-response.ts';

/**
 * What the adapter needs of `new Anthropic({ … })` of `@anthropic-ai/sdk` 1.x. Nothing of the SDK is imported, so a
 * client for Bedrock or Vertex, or a function of one's own, does as well.
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
  readonly thinking?: object;
  readonly output_config?: object;
  readonly cache_control?: object | null;
  readonly stream?: boolean;
};

/** What each request tells the client: no retries of its own, our signal, and a time limit in milliseconds. */
export type AnthropicRequestOptions = {
  readonly maxRetries: 0;
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly middleware?: ResponseWatcher[];
};

/** How the model may think before it answers; which forms a model takes is its own matter. */
export type AnthropicThinking =
  | {
      readonly type: 'adaptive';
      readonly display?: 'summarized' | 'omitted';
    }
  | {
      readonly type: 'enabled';
      /** At least 1,024 and less than the limit of output tokens, of which it is a part. */
      readonly budget_tokens: number;
      readonly display?: 'summarized' | 'omitted';
    }
  | { readonly type: 'between_tools' }
  | { readonly type: 'disabled' };

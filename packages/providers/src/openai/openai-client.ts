import type { ClientRequestOptions } from '../shared/open-answer.ts';
import type { ChatMessage } from './chat-messages.ts';

type Schema = { [name: string]: unknown };

/** What a request holds, beside the fields that the caller adds. */
export type OpenAiRequestBody = {
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[];
  tool_choice?: 'none';
  response_format?: { type: 'json_schema'; json_schema: { name: string; schema: Schema } };
  temperature?: number;
  seed?: number;
  stop?: string[];
  max_tokens?: number;
  max_completion_tokens?: number;
  stream?: boolean;
  stream_options?: { include_usage: true };
};

/** A tool as chat completions describe it. */
export type ChatTool = {
  type: 'function';
  function: { name: string; description: string; parameters: Schema };
};

export type OpenAiRequestOptions = ClientRequestOptions;

/**
 * What is used of a client: any `new OpenAI(…)` has it, and so has whatever else posts chat completions. Where what it
 * gives has `withResponse`, as the library's has, also comments in a stream count as signs of life.
 */
export type OpenAiClient = {
  readonly chat: {
    readonly completions: {
      create(body: OpenAiRequestBody, options: OpenAiRequestOptions): PromiseLike<unknown>;
    };
  };
};

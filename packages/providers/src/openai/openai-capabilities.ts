import type { ModelCapabilities } from '../shared/capabilities.ts';

/** What a server of chat completions takes, as data: no name of a model or a host is ever read for it. */
export type OpenAiCapabilities = ModelCapabilities & {
  /** The field that limits the output; exactly this one is sent. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** A last chunk with the usage of a stream. Without it the usage of a streamed reply is unknown. */
  readonly streamUsage: boolean;
  /** The field `tool_choice`. Without it a request that forbids calls only says so in its warnings. */
  readonly toolChoice: boolean;
  /**
   * Fields of text in a reply that the server wants back with it, such as `reasoning_content`. They travel in `opaque`.
   * A field that is not named here is never sent: servers refuse what they do not know.
   */
  readonly replayFields: readonly string[];
};

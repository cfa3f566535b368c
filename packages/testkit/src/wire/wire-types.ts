import type { IncomingHttpHeaders } from 'node:http';
import type { FinishReason, Message, RawCall, ToolSpec } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';

/** `chat`: OpenAI's chat completions. `messages`: Anthropic's messages. */
export type WireApi = 'chat' | 'messages';

/** A request that the server took, in words that do not depend on the format. */
export type WireRequest = {
  readonly api: WireApi;
  readonly model: string;
  readonly stream: boolean;
  /** True when the reply tells its usage: always, but for a stream of chat completions that did not ask for it. */
  readonly includesUsage: boolean;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly toolChoice: 'auto' | 'none' | 'required';
  readonly stop: readonly string[];
  readonly maxTokens?: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  /** The body byte for byte, for whoever compares prefixes. */
  readonly bodyText: string;
};

/** What a request was read into, before the server adds what every request has. */
export type ReadRequest = Omit<WireRequest, 'api' | 'headers' | 'body' | 'bodyText'>;

/** Tokens of a reply. What is left out is counted from the texts, four characters a token. */
export type WireUsage = {
  /** All input, cached or not. */
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
};

/** What a model would answer. The server writes it down in the format of the request. */
export type WireReply = {
  text?: string;
  /** The arguments are text, whatever it says. */
  toolCalls?: readonly RawCall[];
  /** Default: what follows from the text and the calls. */
  finish?: FinishReason;
  /** The word that is written in the place of the format's own. */
  rawFinish?: string;
  usage?: WireUsage;
  /** Comes with a signature in the messages format, and is left out of the chat format. */
  thinking?: string;
  refusal?: string;
};

/** A response to the letter, right or wrong. */
export type RawResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Written one by one; may be endless. */
  readonly pieces: Iterable<string | Uint8Array>;
  /** Milliseconds between two pieces. Default: none. */
  readonly pauseMs?: number;
  /** After the last piece: end well, say nothing more, or cut the connection. Default `end`. */
  readonly ending?: 'end' | 'stall' | 'cut';
  /** `none`: the pieces hold the head as well, and go to the socket as they are. Default `sent`. */
  readonly head?: 'sent' | 'none';
};

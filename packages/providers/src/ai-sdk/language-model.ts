import type { Json, JsonObject } from '@loopwright/core-parser';

/** What a provider package hangs on a part of a reply, and wants back with the part. */
export type ProviderData = { readonly [provider: string]: JsonObject };

type WithOptions = { providerOptions?: ProviderData };

/** Parts of an assistant's turn. */
export type AssistantPart = WithOptions &
  (
    | { type: 'text'; text: string }
    | { type: 'reasoning'; text: string }
    | { type: 'tool-call'; toolCallId: string; toolName: string; input: Json }
  );

type ToolResultPart = {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text' | 'error-text'; value: string };
};

/** One message of a prompt, in the form that all versions of the specification share. */
export type PromptMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: { type: 'text'; text: string }[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] };

/** The options of a call, as far as they are used here. */
export type LanguageModelCall = {
  prompt: PromptMessage[];
  maxOutputTokens?: number;
  temperature?: number;
  stopSequences?: string[];
  seed?: number;
  responseFormat?: { type: 'json'; schema: JsonObject };
  tools?: { type: 'function'; name: string; description: string; inputSchema: JsonObject }[];
  toolChoice?: { type: 'auto' } | { type: 'none' };
  abortSignal?: AbortSignal;
  providerOptions?: ProviderData;
  headers?: Record<string, string>;
};

/**
 * A language model of the AI SDK, as every provider package makes it, of version 2, 3 or 4 of the specification.
 * What it answers is read as data that may have any shape.
 */
export type AiSdkLanguageModel = {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(call: LanguageModelCall): PromiseLike<object>;
  doStream(call: LanguageModelCall): PromiseLike<{ stream: PartStream }>;
};

/** A web stream, as far as it is read here. */
export type PartStream = {
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>;
    cancel(reason?: unknown): Promise<void>;
  };
};

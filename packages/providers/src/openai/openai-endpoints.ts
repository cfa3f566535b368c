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

/** Where a server of chat completions is found, and what it takes. */
export type OpenAiEndpoint = {
  readonly baseURL: string;
  /** The environment variable that holds the key by convention; nothing here reads it. */
  readonly apiKeyVariable?: string;
  /** What the client library is given where the server asks for no key: it insists on a text. */
  readonly apiKey?: string;
  /** A model to begin with. */
  readonly model?: string;
  readonly capabilities: OpenAiCapabilities;
};

const openAi: OpenAiCapabilities = {
  temperature: true,
  seed: true,
  maxStopSequences: 4,
  tools: true,
  schema: true,
  maxTokensField: 'max_completion_tokens',
  streamUsage: true,
  toolChoice: true,
  replayFields: [],
};

/** Servers of compatible wire format know the older name of the field. */
const compatible: OpenAiCapabilities = { ...openAi, maxTokensField: 'max_tokens' };

/**
 * Servers that speak chat completions, by name: data for a client library, a command line and `capabilities`. They are
 * starting points: what a model behind a server takes differs, and is said in the capabilities of that model.
 */
export const openAiEndpoints = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    apiKeyVariable: 'OPENAI_API_KEY',
    capabilities: openAi,
  },
  nim: {
    baseURL: 'https://integrate.api.nvidia.com/v1',
    apiKeyVariable: 'NVIDIA_API_KEY',
    model: 'meta/llama-3.1-8b-instruct',
    // Which of the hosted models keep to a schema is written down nowhere.
    capabilities: { ...compatible, schema: false },
  },
  ollama: {
    baseURL: 'http://127.0.0.1:11434/v1',
    apiKey: 'unused',
    capabilities: { ...compatible, toolChoice: false },
  },
  lmstudio: {
    baseURL: 'http://127.0.0.1:1234/v1',
    apiKey: 'unused',
    capabilities: compatible,
  },
  vllm: {
    baseURL: 'http://127.0.0.1:8000/v1',
    apiKey: 'unused',
    capabilities: compatible,
  },
} as const satisfies Record<string, OpenAiEndpoint>;

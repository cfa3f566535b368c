import { ConfigurationError } from '@loopwright/agent-run';
import {
  callDefaults,
  createProviderModel,
  type ProviderModel,
  type ProviderModelOptions,
} from '../shared/provider-model.ts';
import { fieldsOf } from './fields.ts';
import type { OpenAiCapabilities } from './openai-capabilities.ts';
import type { OpenAiClient } from './openai-client.ts';
import { openAiEndpoints } from './openai-endpoints.ts';
import { readChunks } from './read-chunks.ts';
import { readCompletion } from './read-completion.ts';
import { reservedFields, toRequestBody } from './request-body.ts';

/** Options of {@link openAiModel}. */
export type OpenAiModelOptions = Omit<ProviderModelOptions, 'capabilities'> & {
  /** Your own client, with its key and `baseURL`: `new OpenAI({ … })`, or anything that has `chat.completions.create`. */
  client: OpenAiClient;
  /** What errors call the server. Default `openai`. */
  provider?: string | undefined;
  /** What differs from api.openai.com; for a compatible server for example `openAiEndpoints.nim.capabilities`. */
  capabilities?: Partial<OpenAiCapabilities> | undefined;
  /** Fields to add to every request, such as `reasoning_effort`. Fields that a request sets itself are refused. */
  body?: Readonly<Record<string, unknown>> | undefined;
};

/** The client's own timers must never end a call before its deadline here does. */
const clientSlackMs = 1_000;
const maxTimerMs = 2_147_483_647;
/** Longest wait for the usage of a reply that is complete, in milliseconds. */
const maxUsageWaitMs = 1_000;

/**
 * A model behind OpenAI's chat completions, or any server that speaks them. The client sends each request once: attempts
 * belong to the run. The model holds the client where neither `inspect` nor JSON sees it, and with it the key.
 *
 * @throws ConfigurationError `invalid_option` for a client or model that is none, and for a reserved field in `body`.
 */
export function openAiModel(options: OpenAiModelOptions): ProviderModel {
  checkOptions(options);
  const {
    client,
    provider = 'openai',
    model,
    stream = false,
    maxOutputTokens,
    body = {},
  } = options;
  const { id, timeoutMs = callDefaults.timeoutMs, idleMs = callDefaults.idleMs } = options;
  const capabilities = { ...openAiEndpoints.openai.capabilities, ...options.capabilities };
  const settings = { model, stream, maxOutputTokens, capabilities, body };
  const timeout = Math.min(Math.ceil(timeoutMs) + clientSlackMs, maxTimerMs);
  const usageWaitMs = Math.min(idleMs / 2, maxUsageWaitMs);
  const { replayFields } = capabilities;
  return createProviderModel({
    ...{ provider, model, id, stream, timeoutMs, idleMs, capabilities },
    async send(call) {
      const prepared = toRequestBody(call.request, settings);
      const ended = new AbortController();
      const signal = AbortSignal.any([call.signal, ended.signal]);
      const asked = { maxRetries: 0, timeout, signal } as const;
      const answer = await client.chat.completions.create(prepared.body, asked);
      call.onActivity();
      const reply = isStream(answer)
        ? await readChunks(answer, call, {
            ...{ provider, replayFields, usageWaitMs },
            endRequest: () => ended.abort(),
          })
        : readCompletion(answer, call, { provider, replayFields });
      return { ...reply, warnings: prepared.warnings };
    },
  });
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

function checkOptions({ client, model, body = {} }: OpenAiModelOptions): void {
  const { create } = fieldsOf(fieldsOf(fieldsOf(client).chat).completions);
  if (typeof create !== 'function') {
    throw invalid('client must be an OpenAI client: an object with chat.completions.create');
  }
  if (typeof model !== 'string' || model === '') {
    throw invalid('model must be the name of a model at the provider');
  }
  const reserved = Object.keys(body).find((name) => reservedFields.includes(name));
  if (reserved === undefined) return;
  throw invalid(
    `body.${reserved} is set by the request itself; body adds fields other than ${reservedFields.join(', ')}`,
  );
}

function invalid(message: string): ConfigurationError {
  return new ConfigurationError('invalid_option', message);
}

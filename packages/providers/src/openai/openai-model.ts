import { mustBe } from '@loopwright/agent-run/option-checks';
import { type GivenCapabilities, resolveCapabilities } from '../shared/capabilities.ts';
import { fieldsOf } from '../shared/fields.ts';
import { originOf } from '../shared/opaque-origin.ts';
import { openAnswer } from '../shared/open-answer.ts';
import { checkAdapterNames, checkAddedFields } from '../shared/option-checks.ts';
import {
  callDefaults,
  createProviderModel,
  type ProviderModel,
  type ProviderModelOptions,
} from '../shared/provider-model.ts';
import type { OpenAiClient } from './openai-client.ts';
import { type OpenAiCapabilities, openAiEndpoints } from './openai-endpoints.ts';
import { readChunks } from './read-chunks.ts';
import { readCompletion } from './read-completion.ts';
import { fromOpaque, toOpaque } from './replay-fields.ts';
import { reservedFields, toRequestBody } from './request-body.ts';

/** Options of {@link openAiModel}. */
export type OpenAiModelOptions = Omit<ProviderModelOptions, 'capabilities'> & {
  /** Your own client, with its key and `baseURL`: `new OpenAI({ … })`, or anything that has `chat.completions.create`. */
  client: OpenAiClient;
  /** What errors call the server. Default `openai`. */
  provider?: string | undefined;
  /** What differs from api.openai.com; for a compatible server for example `openAiEndpoints.nim.capabilities`. */
  capabilities?: GivenCapabilities<OpenAiCapabilities> | undefined;
  /** Fields to add to every request, such as `reasoning_effort`. Fields that a request sets itself are refused. */
  body?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * A model behind OpenAI's chat completions, or any server that speaks them. The client sends each request once: attempts
 * belong to the run. The model holds the client where neither `inspect` nor JSON sees it, and with it the key.
 *
 * @throws ConfigurationError `invalid_option` for an option that is none or of another kind, and for a reserved field in
 *   `body`.
 */
export function openAiModel(options: OpenAiModelOptions): ProviderModel<OpenAiCapabilities> {
  checkOptions(options);
  const { client, body: added = {}, ...common } = options;
  const { provider = 'openai', model, stream = false } = options;
  const { timeoutMs = callDefaults.timeoutMs, idleMs = callDefaults.idleMs } = options;
  const capabilities = resolveCapabilities<OpenAiCapabilities>(
    openAiEndpoints.openai.capabilities,
    options.capabilities,
  );
  const { replayFields } = capabilities;
  const how = { provider, replayFields, idleMs };
  return createProviderModel({
    ...common,
    provider,
    capabilities,
    origin: originOf(client),
    ownOpaque: (opaque) => toOpaque(fromOpaque(opaque, replayFields)),
    async send(call) {
      const { body, warnings } = toRequestBody(call.request, {
        ...{ model, stream, capabilities, body: added },
      });
      const answer = await openAnswer(call, timeoutMs, (asked) =>
        client.chat.completions.create(body, asked),
      );
      try {
        const reply = answer.events
          ? await readChunks(answer, call, how)
          : readCompletion(answer.data, call, how);
        return { ...reply, warnings };
      } finally {
        answer.end();
      }
    },
  });
}

function checkOptions(options: OpenAiModelOptions): void {
  checkAdapterNames(options, ['client', 'provider', 'body']);
  const { client, body } = options;
  const { create } = fieldsOf(fieldsOf(fieldsOf(client).chat).completions);
  const isClient = typeof create === 'function';
  mustBe(isClient, 'client', 'an OpenAI client: an object with chat.completions.create', client);
  checkAddedFields(body, reservedFields);
}

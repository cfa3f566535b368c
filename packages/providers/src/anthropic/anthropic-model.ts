import { mustBe } from '@loopwright/agent-run/option-checks';
import { type ModelCapabilities, resolveCapabilities } from '../shared/capabilities.ts';
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
import type { AnthropicClient } from './client.ts';
import { fromOpaque, provider } from './content-block.ts';
import { readEvents } from './read-events.ts';
import { readMessage } from './read-message.ts';
import { type AnthropicBodyOptions, reservedFields, toRequestBody } from './request-body.ts';
import { checkThinking } from './thinking.ts';

/** Options of {@link anthropicModel}. */
export type AnthropicModelOptions = ProviderModelOptions &
  AnthropicBodyOptions & {
    /** Your own client, with its key and a `baseURL` that has no `/v1` at the end: `new Anthropic({ … })`. */
    client: AnthropicClient;
  };

/** What the messages API takes from version 2026-10-21 on: a temperature, also 0, is an error there. */
export const anthropicCapabilities: ModelCapabilities = {
  temperature: false,
  seed: false,
  // What Amazon writes of this API; servers that speak its format may take as few as 4.
  maxStopSequences: 8191,
  tools: true,
  schema: true,
};

/**
 * A model behind the messages API: Anthropic itself, or a server that speaks its format. Each call is one HTTP request;
 * the run retries, not the client. Thinking and signatures come back in the reply's `opaque` and go out again unchanged.
 *
 * @throws ConfigurationError `invalid_option` for an option that is none or of another kind, and for a reserved field in
 *   `body`.
 */
export function anthropicModel(options: AnthropicModelOptions): ProviderModel {
  checkOptions(options);
  const { client, cache, thinking, body: added, ...common } = options;
  const { model, stream = false, timeoutMs = callDefaults.timeoutMs } = options;
  return createProviderModel({
    ...common,
    provider,
    capabilities: resolveCapabilities(anthropicCapabilities, options.capabilities),
    origin: originOf(client),
    ownOpaque: (opaque) => (fromOpaque(opaque) ? opaque : undefined),
    async send(call) {
      const { body, warnings } = toRequestBody(call.request, {
        ...{ model, stream, cache, thinking, body: added },
      });
      // An explicit time limit also lets the SDK send a request for many tokens without a stream.
      const answer = await openAnswer(call, timeoutMs, (asked) =>
        client.messages.create(body, asked),
      );
      try {
        const reply = answer.events
          ? await readEvents(answer, call)
          : readMessage(answer.data, call.onText);
        return { ...reply, warnings: [...warnings, ...(reply.warnings ?? [])] };
      } finally {
        answer.end();
      }
    },
  });
}

function checkOptions(options: AnthropicModelOptions): void {
  checkAdapterNames(options, ['client', 'cache', 'thinking', 'body']);
  const { client, cache, thinking, maxOutputTokens, body } = options;
  const isClient = typeof fieldsOf(fieldsOf(client).messages).create === 'function';
  mustBe(isClient, 'client', 'an Anthropic client: an object with messages.create', client);
  const isCache =
    cache === undefined || typeof cache === 'boolean' || ['5m', '1h'].includes(cache?.ttl);
  mustBe(isCache, 'cache', "true, false, or an object with a ttl of '5m' or '1h'", cache);
  checkThinking(thinking, maxOutputTokens);
  checkAddedFields(body, reservedFields);
}

import { ConfigurationError } from '@loopwright/agent-run';
import type { ModelCapabilities } from '../shared/capabilities.ts';
import {
  callDefaults,
  createProviderModel,
  type ProviderModel,
  type ProviderModelOptions,
} from '../shared/provider-model.ts';
import type { AnthropicClient } from './client.ts';
import { provider } from './content-block.ts';
import { readEvents } from './read-events.ts';
import { readMessage } from './read-message.ts';
import { type AnthropicBodyOptions, reservedFields, toRequestBody } from './request-body.ts';
import { watchResponse } from './watch-response.ts';

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
  maxStopSequences: 8191,
  tools: true,
  schema: true,
};

/** The client's own timer must never end a call before its deadline here does. */
const clientSlackMs = 1_000;
const maxTimerMs = 2_147_483_647;

/**
 * A model behind the messages API: Anthropic itself, or a server that speaks its format. Each call is one HTTP request;
 * the run retries, not the client. Thinking and signatures come back in the reply's `opaque` and go out again unchanged.
 *
 * @throws ConfigurationError `invalid_option` for a client or model that is none, and for a reserved field in `body`.
 */
export function anthropicModel({ client, ...options }: AnthropicModelOptions): ProviderModel {
  checkOptions({ client, ...options });
  const { stream = false, timeoutMs = callDefaults.timeoutMs, capabilities } = options;
  // An explicit limit also lets the SDK send a request for many tokens without a stream.
  const timeout = Math.min(Math.ceil(timeoutMs) + clientSlackMs, maxTimerMs);
  return createProviderModel({
    ...options,
    provider,
    capabilities: { ...anthropicCapabilities, ...capabilities },
    async send({ request, signal, onText, onActivity }) {
      const { body, warnings } = toRequestBody(request, options);
      const answer = await client.messages.create(body, {
        maxRetries: 0,
        signal,
        timeout,
        ...(stream ? { middleware: [watchResponse(onActivity)] } : {}),
      });
      const reply = stream
        ? await readEvents(answer, { onText, onActivity })
        : readMessage(answer, onText);
      return { ...reply, warnings: [...warnings, ...(reply.warnings ?? [])] };
    },
  });
}

function checkOptions({ client, model, body = {} }: AnthropicModelOptions): void {
  const { messages } = Object(client) as { messages?: unknown };
  if (typeof Object(messages).create !== 'function') {
    throw invalid('client must be an Anthropic client: an object with messages.create');
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

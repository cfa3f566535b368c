import type { WireFault } from './fault-types.ts';
import type { WireApi } from './wire-types.ts';
import { jsonResponse } from './write-reply.ts';

function overflow(api: WireApi, body: unknown): WireFault {
  return {
    kinds: ['context_overflow'],
    api,
    says: { status: 400, retryable: false },
    respond: () => jsonResponse(400, body),
  };
}

/** The request is too long for the model, in the words of four servers. */
export const overflowFaults = {
  overflowOpenAi: overflow('chat', {
    error: {
      message: 'Your input does not fit into the model.',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  }),
  overflowAnthropic: overflow('messages', {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'prompt is too long: 209837 tokens > 200000 maximum',
    },
  }),
  overflowVllm: overflow('chat', {
    object: 'error',
    message: "This model's maximum context length is 8192 tokens. Please shorten the messages.",
    type: 'BadRequestError',
    param: null,
    code: 400,
  }),
  overflowLlamaCpp: overflow('chat', {
    error: {
      code: 400,
      message: 'the request exceeds the available context size. try increasing the context size',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    },
  }),
} as const satisfies Record<string, WireFault>;

import {
  createProviderModel,
  modelCallError,
  type ProviderModel,
  toModelCallError,
} from '@loopwright/providers';

type Completion = {
  choices?: { message: { content: string | null }; finish_reason: string }[];
  usage?: { prompt_tokens: number; completion_tokens: number };
};

/** A model behind a server that takes a list of messages and gives one back, without any client library. */
export function modelOverFetch(url: string, model: string, apiKey = ''): ProviderModel {
  const provider = new URL(url).host;
  return createProviderModel({
    model,
    provider,
    capabilities: {
      temperature: true,
      seed: false,
      maxStopSequences: 4,
      tools: false,
      schema: false,
    },
    async send({ request, signal, onText }) {
      const { system, messages, stop, temperature, maxOutputTokens } = request;
      const turns = messages.map((message) =>
        message.role === 'user'
          ? { role: 'user', content: message.blocks.join('') }
          : { role: 'assistant', content: message.text },
      );
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({
          model,
          messages: [{ role: 'system', content: system }, ...turns],
          ...{ stop, temperature, max_tokens: maxOutputTokens },
        }),
        signal,
      });
      const { status, headers } = response;
      const body = (await response.json().catch(() => ({}))) as Completion;
      // By status, headers and body it is told whether another attempt may help, and when.
      if (!response.ok) throw toModelCallError({ status, headers, ...body }, provider);
      const choice = body.choices?.[0];
      if (!choice) {
        const message = 'The server answered without a choice';
        throw modelCallError({ kind: 'malformed_reply', message, retryable: true, provider });
      }
      onText(choice.message.content ?? '');
      return {
        toolCalls: [],
        finish: choice.finish_reason === 'length' ? 'length' : 'stop',
        usage: {
          inputTokens: body.usage?.prompt_tokens ?? null,
          outputTokens: body.usage?.completion_tokens ?? null,
          cachedInputTokens: null,
          costUsd: null,
        },
      };
    },
  });
}

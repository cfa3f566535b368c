import { openAiEndpoints, openAiModel } from '@loopwright/providers/openai';
import OpenAI from 'openai';

// Ollama, here. For OpenAI itself `new OpenAI()` is enough: it reads OPENAI_API_KEY.
const { baseURL, apiKey, capabilities } = openAiEndpoints.ollama;
const client = new OpenAI({ baseURL, apiKey, fetch: answerWithoutServer });
const model = openAiModel({ client, model: 'llama3.1', capabilities });

const reply = await model.generate(
  { system: 'Be brief.', messages: [{ role: 'user', blocks: ['Task: 47 * 12\n'] }] },
  { signal: AbortSignal.timeout(10_000), onDelta: () => {} },
);
console.log(reply.text, reply.finish, reply.usage?.inputTokens, reply.usage?.cachedInputTokens);

/** Leave it out where there is a server. */
async function answerWithoutServer(): Promise<Response> {
  return Response.json({
    choices: [{ message: { role: 'assistant', content: '564' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 14, completion_tokens: 2 },
  });
}

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { aiSdkModel } from '@loopwright/providers/ai-sdk';

// Any provider package does: @ai-sdk/google, @ai-sdk/mistral, @ai-sdk/amazon-bedrock …
const provider = createOpenAICompatible({
  name: 'example',
  baseURL: 'http://127.0.0.1:8000/v1',
  fetch: answerWithoutServer,
});
const model = aiSdkModel({ model: provider('llama-3.1-8b'), id: 'llama' });

const reply = await model.generate(
  { system: 'Be brief.', messages: [{ role: 'user', blocks: ['Task: 47 * 12\n'] }] },
  { signal: AbortSignal.timeout(10_000), onDelta: () => {} },
);
console.log(model.id, reply.text, reply.finish, reply.usage?.inputTokens);

async function answerWithoutServer(): Promise<Response> {
  return Response.json({
    choices: [{ message: { role: 'assistant', content: '564' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 14, completion_tokens: 2 },
  });
}

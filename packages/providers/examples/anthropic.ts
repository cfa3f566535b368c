import Anthropic from '@anthropic-ai/sdk';
import { anthropicModel } from '@loopwright/providers/anthropic';

// Where there is a key in ANTHROPIC_API_KEY, `new Anthropic()` is enough.
const client = new Anthropic({ apiKey: 'none', fetch: answerWithoutServer });
const model = anthropicModel({ client, model: 'claude-sonnet-5-5', cache: true });

const reply = await model.generate(
  {
    system: 'Be brief.',
    messages: [{ role: 'user', blocks: ['Task: 47 * 12\n'] }],
    temperature: 0,
  },
  { signal: AbortSignal.timeout(10_000), onDelta: () => {} },
);
console.log(reply.text, reply.finish, reply.usage?.inputTokens, reply.usage?.cachedInputTokens);
console.log(reply.warnings?.join('\n'));

async function answerWithoutServer(): Promise<Response> {
  return Response.json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: '564' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 4, cache_read_input_tokens: 10, output_tokens: 2 },
  });
}

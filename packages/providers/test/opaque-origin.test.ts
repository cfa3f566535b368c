import type { Message } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { anthropicModel } from '../src/anthropic.ts';
import { openAiEndpoints, openAiModel } from '../src/openai.ts';

const options = { signal: new AbortController().signal, onDelta: () => {} };
const task: Message = { role: 'user', blocks: ['go'] };

/** Two models of one adapter at two hosts: what the second is sent behind a turn of the first. */
async function handOver(
  make: (baseURL: string, sent: object[]) => ReturnType<typeof anthropicModel>,
) {
  const [first, second] = ['https://one.example/v1', 'https://two.example/v1'].map((url) => {
    const sent: object[] = [];
    return { model: make(url, sent), sent };
  });
  const request = { system: '', messages: [task] };
  const { text, opaque } = await first!.model.generate(request, options);
  expect(JSON.stringify(opaque)).toContain('private');
  const said: Message = { role: 'assistant', text, toolCalls: [], opaque: opaque! };
  for (const { model } of [first!, second!]) {
    await model.generate({ system: '', messages: [task, said, task] }, options);
  }
  return [first!.sent.at(-1), second!.sent.at(-1)].map((body) => JSON.stringify(body));
}

describe('what a reply carries to the next request', () => {
  it('PROV-022: a signed thought goes back to the host that signed it, and to no other', async () => {
    const content = [
      { type: 'thinking', thinking: 'private', signature: 'sig' },
      { type: 'text', text: 'hi' },
    ];
    const [own, other] = await handOver((baseURL, sent) => {
      const create = async (body: object) => {
        sent.push(body);
        return { type: 'message', role: 'assistant', content, stop_reason: 'end_turn' };
      };
      return anthropicModel({
        client: Object.assign({ messages: { create } }, { baseURL }),
        model: 'm',
      });
    });
    expect(own).toContain('sig');
    expect(other).not.toContain('private');
    expect(other).toContain('"hi"');
  });

  it('a field of thoughts does not go to another host of the same kind', async () => {
    const message = { role: 'assistant', content: 'hi', reasoning_content: 'private' };
    const capabilities = {
      ...openAiEndpoints.vllm.capabilities,
      replayFields: ['reasoning_content'],
    };
    const [own, other] = await handOver((baseURL, sent) => {
      const create = async (body: object) => {
        sent.push(body);
        return { choices: [{ message, finish_reason: 'stop' }] };
      };
      const client = Object.assign({ chat: { completions: { create } } }, { baseURL });
      return openAiModel({ client, model: 'm', capabilities });
    });
    expect(own).toContain('private');
    expect(other).not.toContain('private');
  });
});

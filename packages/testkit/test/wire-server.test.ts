import { describe, expect, it } from 'vitest';
import { startWireServer, type WireReply, wireQuirks } from '../src/wire/index.ts';
import { eventsOf, post, withServer } from './wire-support.ts';

const chat = '/v1/chat/completions';
const messages = '/v1/messages';
const user = { role: 'user', content: 'Task' };
const chatRequest = { model: 'm', messages: [{ role: 'system', content: 'Be short.' }, user] };
const messageRequest = { model: 'm', max_tokens: 100, system: 'Be short.', messages: [user] };
const twoCalls: WireReply = {
  text: 'Both at once.',
  thinking: 'Two keys are needed.',
  toolCalls: [
    { id: 'a', name: 'lookup', args: '{"key":"crew"}' },
    { id: 'b', name: 'lookup', args: '{"key":"food 🥫 for all"}' },
  ],
};

describe('the wire server', () => {
  it('reads both formats into the same neutral request', async () => {
    await withServer({ answer: () => ({ text: 'ok' }) }, async ({ url, requests }) => {
      await post(url, chat, { ...chatRequest, stop: '\nObservation:', max_tokens: 9 });
      await post(url, messages, {
        ...messageRequest,
        max_tokens: 9,
        stop_sequences: ['\nObservation:'],
      });
      const neutral = requests.map(({ system, messages, stop, maxTokens, stream }) => {
        return { system, messages, stop, maxTokens, stream };
      });
      expect(neutral[0]).toEqual(neutral[1]);
      expect(neutral[0]).toEqual({
        system: 'Be short.',
        messages: [{ role: 'user', blocks: ['Task'] }],
        stop: ['\nObservation:'],
        maxTokens: 9,
        stream: false,
      });
      expect(JSON.parse(requests[0]!.bodyText)).toEqual(requests[0]!.body);
    });
  });

  it('writes text, calls, thinking, usage and the request id of the format', async () => {
    await withServer({ answer: () => twoCalls }, async ({ url }) => {
      const completion = await post(url, chat, chatRequest);
      expect(completion.headers.get('x-request-id')).toMatch(/^req_/);
      expect(completion.json()).toMatchObject({
        object: 'chat.completion',
        choices: [
          {
            finish_reason: 'tool_calls',
            message: {
              content: 'Both at once.',
              tool_calls: [
                { id: 'a', type: 'function', function: { name: 'lookup' } },
                { id: 'b', function: { arguments: '{"key":"food 🥫 for all"}' } },
              ],
            },
          },
        ],
        usage: { total_tokens: expect.any(Number) },
      });
      const message = await post(url, messages, messageRequest);
      expect(message.headers.get('request-id')).toMatch(/^req_/);
      expect(message.json()).toMatchObject({
        type: 'message',
        stop_reason: 'tool_use',
        content: [
          { type: 'thinking', thinking: 'Two keys are needed.', signature: expect.any(String) },
          { type: 'text', text: 'Both at once.' },
          { type: 'tool_use', id: 'a', input: { key: 'crew' } },
          { type: 'tool_use', id: 'b', input: { key: 'food 🥫 for all' } },
        ],
      });
    });
  });

  it('streams fragments that make up the same reply, and usage only on request', async () => {
    await withServer({ answer: () => twoCalls }, async ({ url }) => {
      const asked = { ...chatRequest, stream: true };
      const { text } = await post(url, chat, { ...asked, stream_options: { include_usage: true } });
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
      const chunks = eventsOf(text) as { choices: { delta: Delta }[]; usage: unknown }[];
      expect(chunks.at(-1)).toMatchObject({
        choices: [],
        usage: { prompt_tokens: expect.any(Number) },
      });
      const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
      expect(deltas.map(({ content }) => content ?? '').join('')).toBe('Both at once.');
      const second = deltas.flatMap((delta) => delta.tool_calls ?? []).filter(isSecond);
      expect(second.map((call) => call.function.arguments).join('')).toBe(
        '{"key":"food 🥫 for all"}',
      );
      const without = eventsOf((await post(url, chat, asked)).text);
      expect(without.some((chunk) => 'usage' in chunk)).toBe(false);
      const types = eventsOf((await post(url, messages, { ...messageRequest, stream: true })).text);
      expect([types[0]!.type, types.at(-2)!.type, types.at(-1)!.type]).toEqual([
        'message_start',
        'message_delta',
        'message_stop',
      ]);
    });
  });

  it('ends texts at stop sequences and at the most tokens', async () => {
    await withServer({ answer: () => ({ text: 'One.\nObservation: two' }) }, async ({ url }) => {
      const stopped = await post(url, messages, {
        ...messageRequest,
        stop_sequences: ['never', '\nObservation:'],
      });
      expect(stopped.json()).toMatchObject({
        content: [{ text: 'One.' }],
        stop_reason: 'stop_sequence',
        stop_sequence: '\nObservation:',
      });
      const long = await post(url, chat, { ...chatRequest, max_tokens: 1 });
      expect(long.json()).toMatchObject({
        choices: [{ message: { content: 'One.' }, finish_reason: 'length' }],
      });
    });
  });

  it('has the quirks that it is given', async () => {
    await withServer({ answer: () => twoCalls, quirks: wireQuirks.ollama }, async ({ url }) => {
      const { json } = await post(url, chat, chatRequest);
      const [first] = (json() as Completion).choices[0]!.message.tool_calls;
      expect(first).toEqual({
        type: 'function',
        function: { name: 'lookup', arguments: { key: 'crew' } },
      });
    });
    await withServer({ answer: () => twoCalls, quirks: wireQuirks.vllm }, async ({ url }) => {
      const { json } = await post(url, chat, chatRequest);
      expect((json() as Completion).choices[0]!.finish_reason).toBe('stop');
    });
  });

  it('closes although a client still waits', async () => {
    const server = await startWireServer({ answer: () => new Promise(() => {}) });
    const waiting = post(server.url, chat, chatRequest).catch(() => 'cut');
    const arrived = await fetch(`${server.url}/nowhere`);
    expect(arrived.status).toBe(404);
    await server.close();
    expect(await waiting).toBe('cut');
  });
});

type Delta = {
  content?: string;
  tool_calls?: { index: number; function: { arguments: string } }[];
};

type Completion = {
  choices: { finish_reason: string; message: { tool_calls: unknown[] } }[];
};

function isSecond({ index }: { index: number }): boolean {
  return index === 1;
}

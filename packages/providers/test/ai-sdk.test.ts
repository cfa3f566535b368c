import type { Message, ModelRequest } from '@loopwright/agent-run';
import { afterEach, describe, expect, it } from 'vitest';
import { anthropic, compatible } from './ai-sdk-support.ts';
import { chunk, completion, events, json, message, type Respond, startServer } from './loopback.ts';
import { ask, request } from './support.ts';

let close = async () => {};
afterEach(() => close());

async function serve(...answers: Respond[]) {
  const server = await startServer(...answers);
  close = server.close;
  return server;
}

const weather = {
  name: 'weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};
const native: ModelRequest = { ...request, tools: [weather] };

describe('the AI SDK bridge over @ai-sdk/openai-compatible', () => {
  it('sends everything that a request holds, and reads text, finish and usage', async () => {
    const usage = {
      prompt_tokens: 12,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    const server = await serve(json(completion({ content: 'four' }, 'length', usage)));
    const schema = { type: 'object', properties: { n: { type: 'number' } } };
    const { reply, shown } = await ask(compatible(server.url), {
      ...request,
      stop: ['\nObservation:'],
      temperature: 0,
      seed: 7,
      maxOutputTokens: 50,
      schema,
    });
    expect(reply).toMatchObject({
      text: 'four',
      finish: 'length',
      rawFinish: 'length',
      toolCalls: [],
      usage: { inputTokens: 12, outputTokens: 7, cachedInputTokens: 4, reasoningTokens: 3 },
      warnings: [],
    });
    expect(shown).toBe('');
    expect(server.requests[0]!.body).toMatchObject({
      model: 'm',
      temperature: 0,
      seed: 7,
      max_tokens: 50,
      stop: ['\nObservation:'],
      response_format: { type: 'json_schema', json_schema: { schema } },
      messages: [
        { role: 'system', content: 'Be short.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Task: add\n' },
            { type: 'text', text: 'Hint: carefully\n' },
          ],
        },
      ],
    });
    expect(server.requests[0]!.body).not.toHaveProperty('tools');
  });

  it('PROV-016: usage that is not reported is null, not 0', async () => {
    const server = await serve(json(completion({ content: 'x' })));
    const { reply } = await ask(compatible(server.url));
    expect(reply.usage).toMatchObject({ inputTokens: null, outputTokens: null, costUsd: null });
  });

  it('PROV-012: reads calls whatever the finish says, and sends them back with their results', async () => {
    const call = (id: string, args: string) => ({
      id,
      type: 'function',
      function: { name: 'weather', arguments: args },
    });
    const calls = [call('a', '{"city":"Oslo"}'), call('b', '')];
    const server = await serve(
      json(completion({ content: '', tool_calls: calls })),
      json(completion({ content: 'cold' })),
    );
    const model = compatible(server.url);
    const { reply } = await ask(model, native);
    expect(reply.toolCalls).toEqual([
      { id: 'a', name: 'weather', args: '{"city":"Oslo"}' },
      { id: 'b', name: 'weather', args: expect.stringMatching(/^(\{\})?$/) },
    ]);
    const turn: Message = { role: 'assistant', text: reply.text, toolCalls: reply.toolCalls };
    await ask(model, {
      ...native,
      toolChoice: 'none',
      messages: [
        ...native.messages,
        turn,
        { role: 'tool', id: 'a', text: '3 degrees' },
        { role: 'tool', id: 'b', text: 'ERROR: no city', isError: true },
      ],
    });
    const [first, second] = server.requests.map(({ body }) => body);
    expect(first!.tools).toEqual(second!.tools);
    expect(first!.tools[0]!.function).toMatchObject(weather);
    expect([first!.tool_choice, second!.tool_choice]).toEqual(['auto', 'none']);
    expect(second!.messages.slice(2)).toMatchObject([
      {
        role: 'assistant',
        tool_calls: [
          { id: 'a', function: { arguments: '{"city":"Oslo"}' } },
          { id: 'b', function: { arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '3 degrees' },
      { role: 'tool', tool_call_id: 'b', content: 'ERROR: no city' },
    ]);
  });

  it('PROV-058: no part of a request holds half a surrogate pair', async () => {
    const server = await serve(json(completion({ content: 'x' })));
    const half = 'a\ud83d';
    const asked: ModelRequest = {
      system: half,
      messages: [
        { role: 'user', blocks: [half] },
        {
          role: 'assistant',
          text: half,
          toolCalls: [
            { id: 'a', name: 't', args: JSON.stringify({ [half]: half }) },
            { id: 'b', name: 't', args: half },
          ],
        },
        { role: 'tool', id: 'a', text: half },
      ],
      tools: [{ name: 't', description: half, parameters: { description: half } }],
    };
    await ask(compatible(server.url), asked);
    const sent = JSON.stringify(server.requests[0]!.body);
    expect(sent).not.toMatch(/\\ud[89a-f]/i);
    expect(sent.split('a\ufffd')).toHaveLength(10);
  });

  it('streams text and calls, and takes the usage of the last chunk', async () => {
    const call = { index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } };
    const rest = { index: 0, function: { arguments: '"Oslo"}' } };
    const server = await serve(
      events([
        chunk({ role: 'assistant', content: 'Let me ' }),
        chunk({ content: 'look' }),
        chunk({ tool_calls: [call] }),
        chunk({ tool_calls: [rest] }),
        chunk({}, 'tool_calls'),
        { ...chunk({}), choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } },
        '[DONE]',
      ]),
    );
    const model = compatible(server.url, { stream: true });
    const { reply, shown } = await ask(model, native);
    expect(model.streams).toBe(true);
    expect(shown).toBe('Let me look');
    expect(reply).toMatchObject({
      text: 'Let me look',
      finish: 'tool_calls',
      toolCalls: [{ id: 'a', name: 'weather', args: '{"city":"Oslo"}' }],
      usage: { inputTokens: 3, outputTokens: 1 },
    });
  });

  it.each([false, true])(
    'PROV-042: cuts at a stop sequence itself (streamed: %s)',
    async (stream) => {
      const text = 'Action: a\nObservation: made up';
      const streamed = events([chunk({ content: text }), chunk({}, 'stop'), '[DONE]']);
      const server = await serve(stream ? streamed : json(completion({ content: text })));
      const { reply, shown } = await ask(compatible(server.url, { stream }), {
        ...request,
        stop: ['\nObservation:'],
      });
      expect(reply).toMatchObject({ text: 'Action: a', finish: 'stop' });
      expect(shown).toBe(stream ? 'Action: a' : '');
    },
  );
});

describe('the AI SDK bridge over @ai-sdk/anthropic', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'c2lnbmF0dXJl' };
  const redacted = { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' };
  const text = { type: 'text', text: 'I look.' };
  const use = { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Oslo' } };
  const whole = message([thinking, redacted, text, use], 'tool_use', {
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 2,
  });
  const streamed = [
    { type: 'message_start', message: message([], null as unknown as string) },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'signature_delta', signature: thinking.signature },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: redacted },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: text.text } },
    { type: 'content_block_stop', index: 2 },
    { type: 'content_block_start', index: 3, content_block: { ...use, input: {} } },
    {
      type: 'content_block_delta',
      index: 3,
      delta: { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' },
    },
    { type: 'content_block_stop', index: 3 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];

  it.each([
    ['whole', json(whole), false],
    ['streamed', events(streamed), true],
  ] as const)(
    'PROV-022: thinking is sent back unchanged, in order (%s)',
    async (_, first, stream) => {
      const server = await serve(first, json(message([text])));
      const { reply, shown } = await ask(anthropic(server.url, { stream }), native);
      expect(reply).toMatchObject({
        text: 'I look.',
        finish: 'tool_calls',
        toolCalls: [{ id: 't1', name: 'weather', args: '{"city":"Oslo"}' }],
      });
      expect(shown).toBe(stream ? 'I look.' : '');
      const turn: Message = {
        role: 'assistant',
        text: reply.text,
        toolCalls: reply.toolCalls,
        opaque: JSON.parse(JSON.stringify(reply.opaque)),
      };
      const result: Message = { role: 'tool', id: 't1', text: 'ERROR: no', isError: true };
      const after: Message = { role: 'user', blocks: ['go on'] };
      await ask(anthropic(server.url), {
        ...native,
        messages: [...native.messages, turn, result, after],
      });
      const [, assistant, user] = server.requests[1]!.body.messages;
      expect(assistant!.content).toEqual([thinking, redacted, text, use]);
      expect(user!.content).toMatchObject([
        { type: 'tool_result', tool_use_id: 't1', content: 'ERROR: no', is_error: true },
        { type: 'text', text: 'go on' },
      ]);
    },
  );

  it('counts cached input as input, and says what was not honoured', async () => {
    const server = await serve(json(whole));
    const { reply } = await ask(anthropic(server.url), { ...native, seed: 7 });
    expect(reply.usage).toMatchObject({
      inputTokens: 15,
      outputTokens: 5,
      cachedInputTokens: 3,
      cacheWriteTokens: 2,
    });
    expect(reply.warnings).toEqual([expect.stringMatching(/^seed is not honoured/)]);
  });

  it('PROV-020: a refusal is a refusal', async () => {
    const server = await serve(json(message([], 'refusal')));
    const { reply } = await ask(anthropic(server.url));
    expect(reply).toMatchObject({ text: '', finish: 'refusal', rawFinish: 'refusal' });
  });

  it('a full context window has its own finish', async () => {
    const server = await serve(json(message([text], 'model_context_window_exceeded')));
    expect((await ask(anthropic(server.url))).reply.finish).toBe('context_window');
  });
});

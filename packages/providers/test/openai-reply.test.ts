import type { JsonObject } from '@loopwright/core-parser';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { openAiModel } from '../src/openai.ts';
import { ask, completion, json, question, quiet, serve, toolCall } from './openai-support.ts';

async function read(body: object) {
  const server = await serve(json(body));
  return await server.model().generate(ask([question]), quiet);
}

const callsOf = async (...tool_calls: object[]) =>
  (await read(completion({ content: null, tool_calls }, {}, { finish_reason: 'tool_calls' })))
    .toolCalls ?? [];

describe('the reply of openAiModel', () => {
  it('is a text with its finish and its usage', async () => {
    expect(await read(completion({ content: 'fine' }))).toEqual({
      text: 'fine',
      toolCalls: [],
      finish: 'stop',
      rawFinish: 'stop',
      usage: {
        inputTokens: 9,
        outputTokens: 4,
        cachedInputTokens: null,
        cacheWriteTokens: null,
        reasoningTokens: null,
        costUsd: null,
      },
      warnings: [],
    });
  });

  it('PROV-001: empty arguments are none', async () => {
    expect(await callsOf(toolCall('c1', 'now', ''))).toEqual([{ id: 'c1', name: 'now', args: '' }]);
    expect(await callsOf(toolCall('c1', 'now', ' \n'))).toMatchObject([{ args: '' }]);
    expect(await callsOf(toolCall('c1', 'now', null))).toMatchObject([{ args: '' }]);
    expect(await callsOf({ id: 'c1', function: { name: 'now' } })).toMatchObject([{ args: '' }]);
  });

  it('PROV-002: empty arguments where some are needed are for the schema of the tool to refuse', async () => {
    const [call] = await callsOf(toolCall('c1', 'write', ''));
    let writes = 0;
    const write = defineTool({
      name: 'write',
      description: 'Writes.',
      effect: 'once',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      input: pathSchema,
      execute: () => {
        writes += 1;
        return 'written';
      },
    });
    const registry = createToolRegistry({ tools: [write] });
    const args = JSON.parse(call!.args || '{}') as JsonObject;
    const observation = await registry.dispatch({ tool: call!.name, args });
    expect(observation).toMatchObject({ ok: false, text: expect.stringContaining('path') });
    expect(writes).toBe(0);
  });

  it('PROV-003: arguments that came as an object become text, and a missing id is made up', async () => {
    const [call] = await callsOf(toolCall(undefined, 'w', { city: 'Oslo' }));
    expect(call).toMatchObject({ name: 'w', args: '{"city":"Oslo"}' });
    expect(call!.id).not.toBe('');
  });

  it('PROV-004: arguments that were encoded twice are unwrapped once', async () => {
    const once = '{"city":"Oslo"}';
    const twice = JSON.stringify(once);
    expect(await callsOf(toolCall('c1', 'w', twice))).toMatchObject([{ args: once }]);
    // A text that is no object inside stays what it is: it is for the loop to refuse.
    for (const args of [JSON.stringify(twice), '"Oslo"', '{"city":"Os']) {
      expect(await callsOf(toolCall('c1', 'w', args))).toMatchObject([{ args }]);
    }
  });

  it('reads the older form of a call', async () => {
    const function_call = { name: 'w', arguments: '{"city":"Oslo"}' };
    const body = completion(
      { content: null, function_call },
      {},
      { finish_reason: 'function_call' },
    );
    expect(await read(body)).toMatchObject({
      finish: 'tool_calls',
      rawFinish: 'function_call',
      toolCalls: [{ name: 'w', args: '{"city":"Oslo"}', id: expect.stringMatching(/./) }],
    });
  });

  it('takes a call that names no tool for no reply', async () => {
    const body = completion({ content: null, tool_calls: [{ id: 'c1', function: {} }] });
    await expect(read(body)).rejects.toMatchObject({ kind: 'malformed_reply', retryable: true });
  });

  it.each([
    ['stop', 'tool_calls'],
    ['tool_calls', 'tool_calls'],
    [null, 'tool_calls'],
    ['length', 'length'],
    ['content_filter', 'refusal'],
  ])(
    'PROV-012: the presence of calls decides, but a limit taints them (%s)',
    async (said, finish) => {
      const message = { content: '', tool_calls: [toolCall('c1', 'w', '{}')] };
      const reply = await read(completion(message, {}, { finish_reason: said }));
      expect(reply).toMatchObject({ finish, toolCalls: [{ id: 'c1', name: 'w', args: '{}' }] });
      expect(reply.rawFinish).toBe(said ?? undefined);
    },
  );

  it('PARSE-075: calls that a limit cut are told to be so', async () => {
    const calls = [toolCall('c1', 'write_file', '{"path":"a.py"}')];
    const body = completion({ content: null, tool_calls: calls }, {}, { finish_reason: 'length' });
    expect(await read(body)).toMatchObject({ finish: 'length', toolCalls: [{ id: 'c1' }] });
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'stop'],
    ['eos', 'unknown'],
    ['constructor', 'unknown'],
    [null, 'unknown'],
  ])('the finish %s without calls is %s', async (said, finish) => {
    const reply = await read(completion({ content: 'x' }, {}, { finish_reason: said }));
    expect(reply.finish).toBe(finish);
    expect(reply.rawFinish).toBe(said ?? undefined);
  });

  it('PROV-018: a refusal beside no content is a refusal, and its words are the text', async () => {
    const refusal = 'I cannot help with that.';
    const body = completion({ content: null, refusal });
    expect(await read(body)).toMatchObject({ finish: 'refusal', rawFinish: 'stop', text: refusal });
  });

  it('PROV-019: a refusal beside an empty content is one, too, also as a part of a list', async () => {
    const body = completion({ content: '', refusal: 'no' });
    expect(await read(body)).toMatchObject({ finish: 'refusal', text: 'no' });
    const parts = completion({ content: [{ type: 'refusal', refusal: 'no' }] });
    expect(await read(parts)).toMatchObject({ finish: 'refusal', text: 'no' });
    const none = completion({ content: 'yes', refusal: '' });
    expect(await read(none)).toMatchObject({ finish: 'stop', text: 'yes' });
  });

  it('PROV-026: of a list of parts only what is said counts', async () => {
    const content = [
      { type: 'thinking', thinking: 't' },
      { type: 'output', text: 'an' },
      { type: 'text', text: 'swer' },
      null,
      7,
    ];
    expect(await read(completion({ content }))).toMatchObject({ text: 'answer' });
    for (const empty of [[], null, {}]) {
      expect(await read(completion({ content: empty }))).toMatchObject({
        text: '',
        finish: 'stop',
      });
    }
  });

  it('PROV-037: markup beside structured calls is text, and no second call', async () => {
    const content = '<TOOLCALL>[{"name":"w"}]</TOOLCALL>';
    const reply = await read(completion({ content, tool_calls: [toolCall('c1', 'w', '{}')] }));
    expect(reply).toMatchObject({ text: content, finish: 'tool_calls' });
    expect(reply.toolCalls).toHaveLength(1);
  });

  it('PROV-016: usage that was not reported is null, and never 0 or NaN', async () => {
    const unknown = { inputTokens: null, outputTokens: null, cachedInputTokens: null };
    for (const usage of [
      undefined,
      null,
      {},
      { prompt_tokens: '9', completion_tokens: -1 },
      { prompt_tokens: 0, completion_tokens: 0 },
    ]) {
      const { usage: read1 } = await read(completion({ content: 'ok' }, { usage }));
      expect(read1).toMatchObject(unknown);
    }
  });

  it('tells cached, written and reasoning tokens apart; input is all of it', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 0,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 0 },
    };
    expect((await read(completion({ content: '' }, { usage }))).usage).toEqual({
      inputTokens: 100,
      outputTokens: 0,
      cachedInputTokens: 60,
      cacheWriteTokens: 30,
      reasoningTokens: 0,
      costUsd: null,
    });
  });

  it('PROV-043: a text is cut at a stop sequence that the server ignored, and was not cut by a limit', async () => {
    const content = 'Action: search\nObservation: made up\nThought: more';
    const server = await serve(json(completion({ content }, {}, { finish_reason: 'length' })));
    const asked = ask([question], { stop: ['\nObservation:'] });
    expect(await server.model().generate(asked, quiet)).toMatchObject({
      text: 'Action: search',
      finish: 'stop',
      rawFinish: 'length',
    });
  });

  it('sends reasoning back only to a server that wants it, and nothing of another provider', async () => {
    const said = {
      content: null,
      reasoning_content: 'hm',
      tool_calls: [toolCall('c1', 'w', '{}')],
    };
    const server = await serve(json(completion(said)));
    const wanting = server.model({ capabilities: { replayFields: ['reasoning_content'] } });
    const plain = server.model();
    const { opaque, text, toolCalls = [] } = await wanting.generate(ask([question]), quiet);
    expect(await plain.generate(ask([question]), quiet)).not.toHaveProperty('opaque');
    const turn = { role: 'assistant', text, toolCalls, opaque: opaque! } as const;
    const result = { role: 'tool', id: 'c1', text: '3' } as const;
    await wanting.generate(ask([question, turn, result]), quiet);
    expect(server.requests.at(-1)!.body.messages[2]).toMatchObject({ reasoning_content: 'hm' });
    await plain.generate(ask([question, turn, result]), quiet);
    expect(server.requests.at(-1)!.text).not.toContain('reasoning');
    const foreign = { ...turn, toolCalls: [], opaque: [{ type: 'thinking', thinking: 'x' }] };
    await wanting.generate(ask([question, foreign, question]), quiet);
    expect(server.requests.at(-1)!.body.messages.slice(1)).toEqual([
      { role: 'user', content: 'What is it?\nWhat is it?' },
    ]);
  });

  it('takes anything with chat.completions.create for a client', async () => {
    const create = async () => completion({ content: 'by hand' });
    const model = openAiModel({
      client: { chat: { completions: { create } } },
      model: 'm',
      id: 'i',
    });
    expect(model).toMatchObject({ id: 'i', provider: 'openai' });
    expect(await model.generate(ask([question]), quiet)).toMatchObject({ text: 'by hand' });
  });
});

const pathSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value: unknown) =>
      'path' in Object(value)
        ? { value: value as { path: string } }
        : { issues: [{ message: 'path is required', path: ['path'] }] },
  },
} as const;

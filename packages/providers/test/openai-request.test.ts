import { inspect } from 'node:util';
import type { Message } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { openAiEndpoints, openAiModel } from '../src/openai.ts';
import { apiKey, ask, completion, json, question, quiet, serve } from './openai-support.ts';

const called: Message = {
  role: 'assistant',
  text: '',
  toolCalls: [{ id: 'c1', name: 'weather', args: '{ "city":"Oslo" }' }],
};
const result: Message = { role: 'tool', id: 'c1', text: '3 degrees' };
const weather = { name: 'weather', description: 'Says it.', parameters: {} };

async function sent(...[asked, options]: Parameters<typeof askOnce>) {
  return (await askOnce(asked, options)).request;
}

async function askOnce(
  asked = ask([question]),
  options: Parameters<Awaited<ReturnType<typeof serve>>['model']>[0] = {},
) {
  const server = await serve(json(completion({ content: 'fine' })));
  const reply = await server.model(options).generate(asked, quiet);
  return { request: server.requests[0]!, reply };
}

describe('the request of openAiModel', () => {
  it('holds the system text first, and nothing that was not asked for', async () => {
    const { path, body } = await sent();
    expect(path).toBe('/v1/chat/completions');
    expect(body).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is it?' },
      ],
    });
    expect((await sent(ask([question], { system: '' }))).body.messages).toHaveLength(1);
  });

  it('PROV-057: blocks and turns of the user make up one message of plain text, each on lines of its own', async () => {
    const messages: Message[] = [
      { role: 'user', blocks: ['a', 'b\n'] },
      { role: 'user', blocks: ['c'] },
    ];
    expect((await sent(ask(messages))).body.messages.slice(1)).toEqual([
      { role: 'user', content: 'a\nb\nc' },
    ]);
  });

  it('PROV-005: arguments go back as the text that the model wrote', async () => {
    const { body } = await sent(ask([question, called, result]));
    expect(body.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'weather', arguments: '{ "city":"Oslo" }' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '3 degrees' },
    ]);
  });

  it.each([
    ['', '{}'],
    [' \n', '{}'],
    ["{city: 'Oslo'}", '{"city":"Oslo"}'],
    ['nothing of an object', '{"unreadable_arguments":"nothing of an object"}'],
    ['{"a":"\ud83d"}', '{"a":"\ufffd"}'],
  ])('arguments that no server takes go back as an object: %j', async (args, wanted) => {
    const turn = { ...called, toolCalls: [{ id: 'c1', name: 'weather', args }] } as Message;
    const { body } = await sent(ask([question, turn, result]));
    expect(body.messages[2]).toMatchObject({ tool_calls: [{ function: { arguments: wanted } }] });
  });

  it('PROV-034: an empty text beside calls is null, and a text stays', async () => {
    const blank = { ...called, text: ' \n' } as Message;
    const spoken = { ...called, text: 'Looking.' } as Message;
    expect((await sent(ask([question, blank, result]))).body.messages[2]!.content).toBeNull();
    const { body } = await sent(ask([question, spoken, result]));
    expect(body.messages[2]!.content).toBe('Looking.');
  });

  it('PROV-031: a failed result says so in its text, once', async () => {
    const contentOf = async (text: string, isError?: true) => {
      const failed = { role: 'tool', id: 'c1', text, ...(isError ? { isError } : {}) } as const;
      return (await sent(ask([question, called, failed]))).body.messages[3]!.content;
    };
    expect(await contentOf('boom', true)).toBe('ERROR: boom');
    expect(await contentOf('ERROR[weather]: boom', true)).toBe('ERROR[weather]: boom');
    expect(await contentOf('boom')).toBe('boom');
  });

  it('PROV-058: no half of a surrogate pair is sent', async () => {
    const half = 'abc\ud83d';
    const messages = [{ role: 'user', blocks: [half] }, called, { ...result, text: half }];
    const { text } = await sent(ask(messages as Message[], { system: half }));
    expect(text).not.toContain('\\ud83d');
    expect(text.match(/abc\ufffd/g)).toHaveLength(3);
  });

  it('sends tools as functions in the order given, and a valid schema where none is known', async () => {
    const parameters = { type: 'object', properties: { q: { type: 'string' } } };
    const search = { name: 'search', description: 'Finds.', parameters };
    const { body } = await sent(ask([question], { tools: [search, weather] }));
    expect(body.tools).toEqual([
      { type: 'function', function: search },
      {
        type: 'function',
        function: { ...weather, parameters: { type: 'object', properties: {} } },
      },
    ]);
    expect(body).not.toHaveProperty('tool_choice');
    expect((await sent(ask([question], { tools: [] }))).body).not.toHaveProperty('tools');
  });

  it('forbids calls by tool_choice, or says that it cannot', async () => {
    const asked = ask([question], { tools: [weather], toolChoice: 'none' });
    const known = await askOnce(asked);
    expect(known.request.body).toMatchObject({ tool_choice: 'none', tools: [{}] });
    expect(known.reply.warnings).toEqual([]);
    const unknown = await askOnce(asked, { capabilities: openAiEndpoints.ollama.capabilities });
    expect(unknown.request.body).toHaveProperty('tools');
    expect(unknown.request.body).not.toHaveProperty('tool_choice');
    expect(unknown.reply.warnings).toEqual([expect.stringContaining('toolChoice is not sent')]);
  });

  it('PROV-040: exactly one field limits the output, whichever the capabilities name', async () => {
    const asked = ask([question], { maxOutputTokens: 500 });
    const fields = (body: object) => Object.keys(body).filter((name) => name.startsWith('max_'));
    const plain = (await sent(asked, { model: 'gpt-5-mini' })).body;
    expect(fields(plain)).toEqual(['max_completion_tokens']);
    const { capabilities } = openAiEndpoints.nim;
    const compatible = (await sent(asked, { model: 'gpt-5-mini', capabilities })).body;
    expect(fields(compatible)).toEqual(['max_tokens']);
    expect(compatible.max_tokens).toBe(500);
    const byModel = (await sent(ask([question]), { maxOutputTokens: 70 })).body;
    expect(byModel.max_completion_tokens).toBe(70);
  });

  it('PROV-041: a temperature that is not set, or not taken, is not sent as anything', async () => {
    expect((await sent(ask([question], { temperature: 0, seed: 7 }))).body).toMatchObject({
      temperature: 0,
      seed: 7,
    });
    const { request, reply } = await askOnce(ask([question], { temperature: 0 }), {
      capabilities: { temperature: false },
    });
    expect(request.text).not.toMatch(/temperature|null/);
    expect(reply.warnings).toEqual(['temperature is not sent: the model does not take it']);
    expect((await sent()).text).not.toContain('null');
  });

  it('PROV-042: stop sequences are left out where the model takes none, and the text ends there all the same', async () => {
    const asked = ask([question], { stop: ['\nObservation:', ''] });
    expect((await sent(asked)).body.stop).toEqual(['\nObservation:']);
    const server = await serve(json(completion({ content: 'Action: x\nObservation: made up' })));
    const reply = await server
      .model({ capabilities: { maxStopSequences: 0 } })
      .generate(asked, quiet);
    expect(server.requests[0]!.body).not.toHaveProperty('stop');
    expect(reply).toMatchObject({ text: 'Action: x', warnings: [expect.stringContaining('stop')] });
  });

  it('asks for a schema of the reply where the server knows one', async () => {
    const schema = { type: 'object' };
    expect((await sent(ask([question], { schema }))).body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', schema },
    });
    const { capabilities } = openAiEndpoints.nim;
    const { body } = await sent(ask([question], { schema }), { capabilities });
    expect(body).not.toHaveProperty('response_format');
  });

  it('adds fields of the caller, but none that a request sets itself', async () => {
    const { body } = await sent(undefined, { body: { reasoning_effort: 'low' } });
    expect(body.reasoning_effort).toBe('low');
    const { client } = await serve(json({}));
    for (const name of ['messages', 'max_tokens', 'stop']) {
      expect(() => openAiModel({ client, model: 'm', body: { [name]: 1 } })).toThrow(
        expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(name) }),
      );
    }
  });

  it('refuses options that are none, and values of another kind', async () => {
    const { client } = await serve(json({}));
    for (const options of [
      ...[{ timeOutMs: 5 }, { streaming: true }, { stream: 'no' }, { id: '' }, { provider: '' }],
      ...[{ maxOutputTokens: Number.NaN }, { maxOutputTokens: -5 }, { body: 'x' }],
      ...[{ capabilities: { temprature: false } }, { capabilities: { replayFields: 'x' } }],
    ]) {
      expect(() => openAiModel({ client, model: 'm', ...options } as never)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
    const capabilities = { tools: undefined, maxTokensField: undefined };
    const model = openAiModel({ client, model: 'm', capabilities });
    expect(model.capabilities).toEqual(openAiEndpoints.openai.capabilities);
  });

  it('mastra#13632: names and ids of calls go back as strict servers take them', async () => {
    const names = ['browser.tabs.open', '', 'x'.repeat(300)];
    const toolCalls = names.map((name, index) => ({ id: `c:${index}`, name, args: '{}' }));
    const { body } = await sent(ask([question, { role: 'assistant', text: '', toolCalls }]));
    expect(body.messages[2]!.tool_calls).toMatchObject(
      ['browser_tabs_open', '_', 'x'.repeat(64)].map((name, index) => ({
        id: `c_${index}`,
        function: { name },
      })),
    );
  });

  it('refuses a client or a model that is none', async () => {
    const { client } = await serve(json({}));
    const code = { code: 'invalid_option' };
    expect(() => openAiModel({ client: {} as never, model: 'm' })).toThrow(
      expect.objectContaining(code),
    );
    expect(() => openAiModel({ client, model: '' })).toThrow(expect.objectContaining(code));
  });

  it('SEC-016: neither inspect nor JSON of the model, nor an error of it, shows the key', async () => {
    const server = await serve(json({ error: { message: `no such key ${apiKey}` } }, 401));
    const model = server.model();
    expect(inspect(server.client, { depth: 9, showHidden: true })).toContain(apiKey);
    const error: unknown = await model.generate(ask([question]), quiet).catch((thrown) => thrown);
    for (const shown of [model, error]) {
      expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain(apiKey);
      expect(JSON.stringify(shown)).not.toContain(apiKey);
    }
  });
});

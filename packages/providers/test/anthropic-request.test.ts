import type { Message, ModelRequest, RawCall } from '@loopwright/agent-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnthropicModelOptions, anthropicModel } from '../src/anthropic.ts';
import { ask, json, message, question, quiet, serve, type WireBody } from './anthropic-support.ts';

const said = (text: string, ...toolCalls: RawCall[]): Message => ({
  role: 'assistant',
  text,
  toolCalls,
});
const call = (id: string, name: string, args = '{}'): RawCall => ({ id, name, args });
const result = (id: string, text: string, isError?: true): Message =>
  isError ? { role: 'tool', id, text, isError } : { role: 'tool', id, text };

async function sent(
  request: ModelRequest,
  options: Partial<AnthropicModelOptions> = {},
): Promise<WireBody> {
  const { model, requests } = await serve(json(message([{ type: 'text', text: 'ok' }])));
  await model(options).generate(request, quiet);
  return requests[0]!.body;
}

const tools = [{ name: 'look', description: 'Looks.', parameters: { properties: { at: {} } } }];

describe('a request to the messages API', () => {
  it('is one HTTP request to /v1/messages with the system prompt beside the messages', async () => {
    const { model, requests } = await serve(json(message([{ type: 'text', text: 'ok' }])));
    const reply = await model().generate(ask([question]), quiet);
    expect(reply.text).toBe('ok');
    expect(requests.map(({ path }) => path)).toEqual(['/v1/messages']);
    expect(requests[0]!.body).toEqual({
      model: 'claude-test',
      max_tokens: 4096,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }] }],
    });
  });

  it('PROV-028: holds one user message with the results in call order, then the text', async () => {
    const body = await sent(
      ask([
        question,
        said('', call('u1', 'a'), call('u2', 'b')),
        result('u1', '1'),
        { role: 'user', blocks: ['critic: hurry'] },
        result('u2', '2'),
      ]),
    );
    expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(body.messages[2]!.content).toEqual([
      { type: 'tool_result', tool_use_id: 'u1', content: '1' },
      { type: 'tool_result', tool_use_id: 'u2', content: '2' },
      { type: 'text', text: 'critic: hurry' },
    ]);
  });

  it('PROV-031: flags failed results, and gives those that say nothing a text', async () => {
    const body = await sent(
      ask([
        question,
        said('', call('u1', 'a'), call('u2', 'a'), call('u3', 'a')),
        result('u1', 'ERROR[a]: boom', true),
        result('u2', '', true),
        result('u3', ' '),
      ]),
    );
    expect(body.messages[2]!.content).toEqual([
      { type: 'tool_result', tool_use_id: 'u1', content: 'ERROR[a]: boom', is_error: true },
      {
        type: 'tool_result',
        tool_use_id: 'u2',
        content: expect.stringMatching(/\S/),
        is_error: true,
      },
      { type: 'tool_result', tool_use_id: 'u3' },
    ]);
  });

  it('PROV-057: merges turns of one role, each text a block of its own', async () => {
    const user = (...blocks: string[]): Message => ({ role: 'user', blocks });
    const body = await sent(ask([user('a'), user('b', ' \n'), said('c'), said('d'), user('e')]));
    const text = (each: string) => ({ type: 'text', text: each });
    expect(body.messages).toEqual([
      { role: 'user', content: [text('a'), text('b')] },
      { role: 'assistant', content: [text('c'), text('d')] },
      { role: 'user', content: [text('e')] },
    ]);
  });

  it('PROV-058: holds no half surrogate pair, wherever the text comes from', async () => {
    const { model, requests } = await serve(json(message([])));
    const half = 'abc\ud83d';
    const request = ask(
      [
        { role: 'user', blocks: [half] },
        said(half, call('u1', 'look', '{"at":"\\ud83d"}'), call('u2', 'look', half)),
        result('u1', half),
      ],
      { system: half, tools: [{ name: 'look', description: half, parameters: { title: half } }] },
    );
    await model().generate(request, quiet);
    expect(requests[0]!.text).toContain('abc\ufffd');
    expect(requests[0]!.text).not.toMatch(/\\ud83d/i);
  });

  it('begins and ends with the user, whatever the conversation does', async () => {
    const roles = async (messages: Message[]) =>
      (await sent(ask(messages))).messages.map(({ role }) => role);
    expect(await roles([said('hello')])).toEqual(['user', 'assistant', 'user']);
    expect(await roles([{ role: 'user', blocks: [''] }])).toEqual(['user']);
    expect(await roles([])).toEqual(['user']);
  });

  it('makes ids of other servers valid, for the call and its result alike, and never repeats one', async () => {
    const turn = (id: string) => [said('', call(id, 'a')), result(id, 'r')];
    const body = await sent(
      ask([question, ...turn('functions.a:0'), ...turn('functions.a:0'), ...turn('call_0')]),
    );
    const ids = body.messages.flatMap(({ content }) =>
      content.map(({ id, tool_use_id }) => id ?? tool_use_id).filter((id) => id !== undefined),
    );
    expect(ids).toEqual([
      ...['functions_a_0', 'functions_a_0'],
      ...['functions_a_0_2', 'functions_a_0_2'],
      ...['call_0', 'call_0'],
    ]);
  });

  it('sends arguments as an object, and keeps what no object can be read from', async () => {
    const args = ['{"at":[1]}', '', '{"at":', '[1]', '"text"'];
    const calls = args.map((each, index) => call(`u${index}`, 'look', each));
    const body = await sent(ask([question, said('Looking.', ...calls)]));
    expect(body.messages[1]!.content).toEqual([
      { type: 'text', text: 'Looking.' },
      ...[
        { at: [1] },
        {},
        { unreadable_arguments: '{"at":' },
        { unreadable_arguments: '[1]' },
        { unreadable_arguments: '"text"' },
      ].map((input, index) => ({ type: 'tool_use', id: `u${index}`, name: 'look', input })),
    ]);
  });

  it('offers tools, and keeps them where a call is forbidden', async () => {
    const body = await sent(ask([question], { tools }));
    const input_schema = { type: 'object', properties: { at: {} } };
    expect(body.tools).toEqual([{ name: 'look', description: 'Looks.', input_schema }]);
    expect(body).not.toHaveProperty('tool_choice');
    const last = await sent(ask([question], { tools, toolChoice: 'none' }));
    expect(last.tools).toEqual(body.tools);
    expect(last.tool_choice).toEqual({ type: 'none' });
    expect(await sent(ask([question], { toolChoice: 'none' }))).not.toHaveProperty('tool_choice');
  });

  it('names the settings that the API does not take, and sends them where the caller says so', async () => {
    const { model, requests } = await serve(json(message([])));
    const request = ask([question], { temperature: 0, seed: 7, stop: ['\n', 'END'] });
    const reply = await model().generate(request, quiet);
    expect(requests[0]!.body).not.toHaveProperty('temperature');
    expect(requests[0]!.body.stop_sequences).toEqual(['END']);
    expect(reply.warnings).toEqual([
      expect.stringContaining('temperature'),
      expect.stringContaining('seed'),
      expect.stringContaining('1 of 2 stop sequences'),
    ]);
    const capabilities = { temperature: true, seed: true };
    const second = await model({ capabilities }).generate(request, quiet);
    expect(requests[1]!.body).toMatchObject({ temperature: 0, seed: 7 });
    expect(second.warnings).toHaveLength(1);
  });

  it('asks for a schema, thinking and further members beside each other', async () => {
    const schema = { type: 'object', additionalProperties: false };
    const body = await sent(ask([question], { schema, maxOutputTokens: 5000 }), {
      thinking: { type: 'adaptive' },
      body: { metadata: { user_id: 'u' }, output_config: { effort: 'low' } },
    });
    expect(body).toMatchObject({
      model: 'claude-test',
      max_tokens: 5000,
      metadata: { user_id: 'u' },
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low', format: { type: 'json_schema', schema } },
    });
    const thinking = { type: 'enabled', budget_tokens: 2000 } as const;
    expect((await sent(ask([question]), { thinking })).max_tokens).toBe(6096);
    expect((await sent(ask([question]), { maxOutputTokens: 10 })).max_tokens).toBe(10);
  });

  it('may ask for more tokens than the SDK sends by itself without a stream', async () => {
    expect((await sent(ask([question]), { maxOutputTokens: 64_000 })).max_tokens).toBe(64_000);
  });

  it('joins turns of any length', async () => {
    const blocks = Array.from({ length: 150_000 }, () => 'x');
    const user: Message = { role: 'user', blocks };
    const opaque = { provider: 'anthropic', content: [{ type: 'thinking', thinking: 'cut' }] };
    let turns: readonly object[] = [];
    const create = async (body: { messages: readonly object[] }) => {
      turns = body.messages;
      return message([]);
    };
    const model = anthropicModel({ client: { messages: { create } }, model: 'm' });
    await model.generate(ask([user, { ...said(''), opaque } as Message, user]), quiet);
    expect(turns).toMatchObject([{ role: 'user', content: { length: 300_000 } }]);
  });

  it('alternates, pairs calls with results and repeats no id for any conversation', async () => {
    const id = fc.constantFrom('', 'a', 'a.b', 'a:b');
    const text = fc.constantFrom('', ' ', 'x');
    const anyMessage: fc.Arbitrary<Message> = fc.oneof(
      fc.record({ role: fc.constant('user' as const), blocks: fc.array(text, { maxLength: 2 }) }),
      fc.record({ role: fc.constant('tool' as const), id, text }),
      fc.record({
        role: fc.constant('assistant' as const),
        text,
        toolCalls: fc.array(fc.record({ id, name: text, args: text }), { maxLength: 3 }),
      }),
    );
    const { model, requests } = await serve(json(message([])));
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage, { maxLength: 8 }), async (messages) => {
        await model({ cache: true }).generate(ask(messages), quiet);
        const turns = requests.pop()!.body.messages;
        expect(turns.length % 2).toBe(1);
        const used = turns.flatMap(({ content }) => content.flatMap((each) => each.id ?? []));
        expect(new Set(used).size).toBe(used.length);
        for (const [index, { role, content }] of turns.entries()) {
          expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
          expect(content.length).toBeGreaterThan(0);
          const calls = content.filter(({ type }) => type === 'tool_use').map((each) => each.id);
          const next = turns[index + 1]?.content.slice(0, calls.length) ?? [];
          expect(next.map(({ tool_use_id }) => tool_use_id)).toEqual(calls);
        }
      }),
      { numRuns: 60 },
    );
  });
});

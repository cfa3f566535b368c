import { expect, it } from 'vitest';
import { startWireServer, wireQuirks } from '../src/wire/index.ts';
import { post, withServer } from './wire-support.ts';

const user = { role: 'user', content: 'Task' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'lookup', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '47' });
const text = (words: string) => ({ type: 'text', text: words });
const turns = (assistant: unknown[], next: unknown[]) => ({
  messages: [user, { role: 'assistant', content: assistant }, { role: 'user', content: next }],
});
const marked = { ...text('block'), cache_control: { type: 'ephemeral' } };
const inputSchema = { type: 'object', properties: {} };

it.each<[string, object, RegExp | undefined]>([
  ['a good request', {}, undefined],
  [
    'results first and together',
    turns([use('a'), use('b')], [result('b'), result('a'), text('go')]),
    undefined,
  ],
  ['no max_tokens', { max_tokens: undefined }, /max_tokens: Field required/],
  ['a temperature', { temperature: 0 }, /temperature: not supported/],
  ['an unknown field', { seed: 1 }, /seed: Extra inputs/],
  [
    'a system turn',
    { messages: [{ role: 'system', content: 'x' }, user] },
    /unexpected role "system"/,
  ],
  [
    'an assistant first',
    { messages: [{ role: 'assistant', content: 'x' }, user] },
    /first message/,
  ],
  ['a prefill', { messages: [user, { role: 'assistant', content: 'x' }] }, /prefill/],
  ['an empty text', { messages: [{ role: 'user', content: [text('')] }] }, /must be non-empty/],
  ['a blank text', { messages: [{ role: 'user', content: [text('\n')] }] }, /non-whitespace/],
  ['no content', { messages: [{ role: 'user', content: [] }] }, /non-empty content/],
  ['a missing result', turns([use('a'), use('b')], [result('a')]), /without `tool_result`.*: b/],
  ['a late result', turns([use('a')], [text('go'), result('a')]), /without `tool_result`/],
  ['two results', turns([use('a')], [result('a'), result('a')]), /Found multiple/],
  ['a stray result', turns([text('x')], [result('a')]), /unexpected `tool_use_id`/],
  ['equal ids', turns([use('a'), use('a')], [result('a')]), /ids must be unique/],
  ['a bad id', turns([use('a b')], [result('a b')]), /should match pattern/],
  ['arguments as text', turns([{ ...use('a'), input: '{}' }], [result('a')]), /valid object/],
  [
    'changed thinking',
    turns([{ type: 'thinking', thinking: 'x', signature: 'y' }, text('z')], [text('go')]),
    /Invalid `signature`/,
  ],
  ['four cache marks', { system: [marked, marked, marked, marked] }, undefined],
  [
    'five cache marks',
    { system: [marked, marked, marked, marked], messages: [{ role: 'user', content: [marked] }] },
    /maximum of 4 blocks.*Found 5/,
  ],
  ['a blank stop', { stop_sequences: ['\n'] }, /non-whitespace/],
  ['a tool without a schema', { tools: [{ name: 'a', input_schema: {} }] }, /input_schema.type/],
  ['a choice without tools', { tool_choice: { type: 'none' } }, /while providing tools/],
  [
    'a choice with tools',
    { tools: [{ name: 'a', input_schema: inputSchema }], tool_choice: { type: 'none' } },
    undefined,
  ],
])('Anthropic: %s', async (_, change, refusal) => {
  const body = { model: 'm', max_tokens: 9, messages: [user], ...change };
  await expectAnswer('/v1/messages', body, refusal, (message) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message },
  }));
});

const call = (id: string, args: unknown = '{}') => ({
  id,
  type: 'function',
  function: { name: 'lookup', arguments: args },
});
const said = (content: unknown, ...calls: unknown[]) => ({
  role: 'assistant',
  content,
  tool_calls: calls,
});
const answered = (id: string) => ({ role: 'tool', tool_call_id: id, content: '47' });
const conversation = (...messages: unknown[]) => ({ messages: [user, ...messages] });
const tool = { type: 'function', function: { name: 'lookup', parameters: inputSchema } };

it.each<[string, object, RegExp | undefined]>([
  ['a good request', { stream: true, stream_options: { include_usage: true } }, undefined],
  [
    'calls and their results',
    conversation(said(null, call('a'), call('b')), answered('b'), answered('a'), user),
    undefined,
  ],
  ['an unknown field', { stop_sequences: [] }, /Unrecognized request argument/],
  ['an empty conversation', { messages: [] }, /empty array/],
  ['null without calls', conversation({ role: 'assistant', content: null }), /got null/],
  ['no calls in a list', conversation(said('x')), /minimum length 1/],
  [
    'arguments as an object',
    conversation(said(null, call('a', {})), answered('a')),
    /valid string/,
  ],
  ['equal ids', conversation(said(null, call('a'), call('a')), answered('a')), /Duplicate/],
  [
    'a missing result',
    conversation(said(null, call('a'), call('b')), answered('a'), user),
    /did not have response messages: b/,
  ],
  [
    'a missing last result',
    conversation(said(null, call('a'))),
    /did not have response messages: a/,
  ],
  ['a stray result', conversation(answered('a')), /must be a response to a preceding message/],
  [
    'a result twice',
    conversation(said(null, call('a')), answered('a'), answered('a')),
    /must be a response/,
  ],
  ['five stops', { stop: ['1', '2', '3', '4', '5'] }, /'stop'/],
  ['stream options without a stream', { stream_options: {} }, /stream_options/],
  ['two limits', { max_tokens: 1, max_completion_tokens: 1 }, /at the same time/],
  ['no tools in a list', { tools: [] }, /'tools': empty array/],
  ['a choice without tools', { tool_choice: 'none' }, /'tool_choice' is only allowed/],
  ['a tool and a choice', { tools: [tool], tool_choice: 'none' }, undefined],
])('OpenAI: %s', async (_, change, refusal) => {
  const body = { model: 'm', messages: [user], ...change };
  await expectAnswer('/v1/chat/completions', body, refusal, (message) => ({
    error: { type: 'invalid_request_error', message },
  }));
});

it.each<[keyof typeof wireQuirks, object, RegExp]>([
  ['nim', conversation(said('', call('a')), answered('a')), /null or a non-empty string/],
  ['vllmWithoutTools', { tools: [tool] }, /--enable-auto-tool-choice/],
])('%s refuses in a flat body', async (name, change, refusal) => {
  await withServer({ answer: () => ({}), quirks: wireQuirks[name] }, async ({ url }) => {
    const body = { model: 'm', messages: [user], ...change };
    const { json } = await post(url, '/v1/chat/completions', body);
    expect(json()).toMatchObject({
      object: 'error',
      code: 400,
      message: expect.stringMatching(refusal),
    });
  });
});

it('refuses what is no JSON, comes without a key or goes elsewhere', async () => {
  const server = await startWireServer({ answer: () => ({}) });
  const broken = await post(server.url, '/v1/messages', '{');
  expect([broken.status, server.refusals]).toEqual([
    400,
    [expect.stringMatching(/parse the JSON/)],
  ]);
  const url = `${server.url}/v1/chat/completions`;
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await fetch(url)).status).toBe(404);
  expect([server.hits, server.requests]).toEqual([3, []]);
  await server.close();
});

async function expectAnswer(
  path: '/v1/chat/completions' | '/v1/messages',
  body: object,
  refusal: RegExp | undefined,
  shape: (message: unknown) => object,
): Promise<void> {
  await withServer({ answer: () => ({ text: 'ok' }) }, async ({ url, refusals }) => {
    const { status, json } = await post(url, path, body);
    if (refusal === undefined) return expect([status, refusals]).toEqual([200, []]);
    expect(status).toBe(400);
    expect(json()).toMatchObject(shape(expect.stringMatching(refusal)));
  });
}

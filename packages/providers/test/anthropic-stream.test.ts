import Anthropic from '@anthropic-ai/sdk';
import type { ModelRequest } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import type { AnthropicModelOptions } from '../src/anthropic.ts';
import { anthropicModel } from '../src/anthropic.ts';
import {
  ask,
  block,
  events,
  finish,
  json,
  message,
  question,
  quiet,
  raw,
  type StreamEvent,
  serve,
  start,
  textEvents,
  toSse,
} from './anthropic-support.ts';

async function stream(
  answer: Parameters<typeof serve>[0],
  request: ModelRequest = ask([question]),
  options: Partial<AnthropicModelOptions> = {},
) {
  const { model, requests, brokenOff } = await serve(answer!);
  const deltas: string[] = [];
  const onDelta = (delta: string) => delta !== '' && deltas.push(delta);
  const reply = await model({ stream: true, ...options }).generate(request, { ...quiet, onDelta });
  expect(requests).toHaveLength(1);
  expect(requests[0]!.body.stream).toBe(true);
  return { reply, deltas, brokenOff };
}

const use = { type: 'tool_use', id: 'u1', name: 'look', input: {} };
const jsonDelta = (partial_json: string) => ({ type: 'input_json_delta', partial_json });

describe('a stream of the messages API', () => {
  it('tells the text as it arrives, and is a reply at message_stop', async () => {
    const usage = { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: 90 };
    const begun = { ...start, message: { ...(start.message as object), usage } };
    const answer = events([
      begun,
      ...textEvents(0, 'Hel', 'lo'),
      { type: 'ping' },
      ...textEvents(1, '!'),
      { type: 'brand_new_event' },
      { type: 'message_delta', delta: {}, usage: { input_tokens: null, output_tokens: 5 } },
      ...finish('end_turn', 7),
    ]);
    const { reply, deltas } = await stream(answer);
    expect(deltas).toEqual(['Hel', 'lo', '!']);
    expect(reply).toMatchObject({ text: 'Hello!', finish: 'stop', rawFinish: 'end_turn' });
    expect(reply.usage).toMatchObject({ inputTokens: 99, cachedInputTokens: 90, outputTokens: 7 });
  });

  it('gathers the arguments of calls, each for its own, as the model wrote them', async () => {
    const [begin, , end] = block(1, { ...use, id: 'u2' }, {});
    const grow = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
    const { reply } = await stream(
      events([
        start,
        { type: 'content_block_start', index: 0, content_block: use },
        grow(0, jsonDelta('{"at": ')),
        begin!,
        grow(1, jsonDelta('')),
        grow(0, jsonDelta('1.0}')),
        end!,
        ...block(2, { ...use, id: 'u3' }, jsonDelta('{"at"')),
        ...finish('tool_use'),
      ]),
    );
    expect(reply.toolCalls).toEqual([
      { id: 'u1', name: 'look', args: '{"at": 1.0}' },
      { id: 'u2', name: 'look', args: '{}' },
      { id: 'u3', name: 'look', args: '{"at"' },
    ]);
    expect(reply.opaque).toMatchObject({
      content: [
        { id: 'u1', input: { at: 1 } },
        { id: 'u2', input: {} },
        { id: 'u3', input: { unreadable_arguments: '{"at"' } },
      ],
    });
    expect(reply.finish).toBe('tool_calls');
  });

  it('ends at a stop sequence, closes the connection and guesses no usage', async () => {
    const answer = events([start, ...textEvents(0, 'Action: a\nObs', 'ervation: mine')], 'open');
    const request = ask([question], { stop: ['\nObservation:'] });
    const { reply, deltas, brokenOff } = await stream(answer, request);
    expect(deltas.join('')).toBe('Action: a');
    expect(reply).toMatchObject({ text: 'Action: a', finish: 'stop' });
    expect(reply.usage).toMatchObject({ inputTokens: 9, outputTokens: null });
    await expect.poll(brokenOff).toBe(1);
  });

  it('keeps what a text cites', async () => {
    const cite = (cited_text: string) => ({ type: 'citations_delta', citation: { cited_text } });
    const text = { type: 'text', text: '', citations: [] };
    const blocks = block(0, text, { type: 'text_delta', text: 'x' }, cite('a'), cite('b'));
    const { reply } = await stream(events([start, ...blocks, ...finish('end_turn')]));
    expect(reply.opaque).toMatchObject({
      content: [{ text: 'x', citations: [{ cited_text: 'a' }, { cited_text: 'b' }] }],
    });
  });

  it('does not wait for the end of a response whose message has ended', async () => {
    const answer = events([start, ...textEvents(0, 'x'), ...finish('end_turn')], 'open');
    expect((await stream(answer)).reply.text).toBe('x');
  });

  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const stray = { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'x' } };
  it.each<[string, Parameters<typeof serve>[0], string]>([
    ['ends without message_stop', events([start, ...textEvents(0, 'Half')]), 'truncated_stream'],
    ['breaks off', events([start, ...textEvents(0, 'Half')], 'cut'), 'truncated_stream'],
    ['never begins', raw('', 'text/event-stream'), 'truncated_stream'],
    ['is a page', raw('<html>', 'text/html'), 'malformed_reply'],
    ['tells of an error', events([start, ...textEvents(0, 'Half'), error]), 'transient'],
    [
      'holds no JSON',
      raw('event: message_start\ndata: {"a\n\n', 'text/event-stream'),
      'malformed_reply',
    ],
    ['grows a block that was never begun', events([start, stray]), 'malformed_reply'],
    ['is refused', json(error, 529), 'transient'],
  ])('is no answer when it %s', async (_, answer, kind) => {
    const failure = stream(answer);
    await expect(failure).rejects.toMatchObject({ name: 'ModelCallError', kind, retryable: true });
  });

  it('is given up when it falls silent', async () => {
    const failure = stream(events([start], 'open'), undefined, { idleMs: 150 });
    await expect(failure).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('takes pings, which the client keeps to itself, for a sign of life', async () => {
    let write = (_: StreamEvent[]) => {};
    const { model } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write = (list) => response.write(list.map(toSse).join(''));
      write([start, ...textEvents(0, 'a').slice(0, -1)]);
    });
    const deltas: string[] = [];
    const onDelta = (delta: string) => deltas.push(delta);
    const reply = model({ stream: true }).generate(ask([question]), { ...quiet, onDelta });
    await expect.poll(() => deltas).toContain('a');
    const before = deltas.length;
    write([{ type: 'ping' }]);
    await expect.poll(() => deltas.length).toBeGreaterThan(before);
    write(finish('end_turn'));
    expect((await reply).text).toBe('a');
  });

  it('REFL-006: a body that is no stream is what it says', async () => {
    const { error: overloaded } = error;
    const answers = [
      [json({ type: 'error', error: overloaded }), 'transient'],
      [json({ type: 'error', error: { type: 'authentication_error', message: 'no' } }), 'auth'],
      [json({ content: 'x' }), 'malformed_reply'],
    ] as const;
    for (const [answer, kind] of answers) {
      await expect(stream(answer)).rejects.toMatchObject({ kind });
    }
    const whole = await stream(json(message([{ type: 'text', text: 'whole' }])));
    expect(whole.reply).toMatchObject({ text: 'whole', finish: 'stop' });
    expect(whole.deltas).toEqual(['whole']);
  });

  it('ends with its message also where the connection cannot be closed', async () => {
    const list = [start, ...textEvents(0, 'x'), ...finish('end_turn')];
    const bytes = new TextEncoder().encode(list.map(toSse).join(''));
    const body = () => new ReadableStream({ start: (source) => source.enqueue(bytes) });
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = async () => new Response(body(), { headers });
    const client = new Anthropic({ apiKey: 'k', fetch, logLevel: 'off' });
    const model = anthropicModel({ client, model: 'm', stream: true });
    expect(await model.generate(ask([question]), quiet)).toMatchObject({ text: 'x' });
  });

  it('reads the events of a client that keeps error events among them', async () => {
    const client = {
      messages: {
        create: async () =>
          (async function* () {
            yield error;
          })(),
      },
    };
    const model = anthropicModel({ client, model: 'm', stream: true });
    await expect(model.generate(ask([question]), quiet)).rejects.toMatchObject({
      kind: 'transient',
    });
    const none = anthropicModel({
      client: { messages: { create: async () => 'x' } },
      model: 'm',
      stream: true,
    });
    await expect(none.generate(ask([question]), quiet)).rejects.toMatchObject({
      kind: 'malformed_reply',
    });
  });
});

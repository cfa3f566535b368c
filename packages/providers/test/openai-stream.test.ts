import type { ModelRequest } from '@loopwright/agent-run';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { openAiEndpoints, openAiModel } from '../src/openai.ts';
import {
  ask,
  callPieces,
  completion,
  json,
  piece,
  question,
  quiet,
  raw,
  serve,
  stream,
  toolCall,
  usageChunk,
} from './openai-support.ts';

type Answer = Parameters<typeof serve>[0];
type Options = Parameters<Awaited<ReturnType<typeof serve>>['model']>[0];

async function read(answer: Answer, fields: Partial<ModelRequest> = {}, options: Options = {}) {
  const server = await serve(answer);
  const deltas: string[] = [];
  const model = server.model({ stream: true, ...options });
  const onDelta = (text: string) => deltas.push(text);
  const reply = await model.generate(ask([question], fields), { ...quiet, onDelta });
  return { reply, server, shown: deltas.filter((text) => text !== '') };
}

describe('a streamed reply of openAiModel', () => {
  it('PROV-049: comments, which the client keeps to itself, are signs of life', async () => {
    let write = (_: string) => {};
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write = (text) => void response.write(text);
      write(`data: ${JSON.stringify(piece({ content: 'a' }))}\n\n`);
    });
    const heard: string[] = [];
    const onDelta = (text: string) => heard.push(text);
    const reply = server.model({ stream: true }).generate(ask([question]), { ...quiet, onDelta });
    await expect.poll(() => heard).toContain('a');
    const before = heard.length;
    write(': PROCESSING\n\n');
    await expect.poll(() => heard.length).toBeGreaterThan(before);
    write(`data: ${JSON.stringify(piece({}, 'stop'))}\n\ndata: [DONE]\n\n`);
    expect(await reply).toMatchObject({ text: 'a', finish: 'stop' });
  });

  it('REFL-006: a body that is no stream is what it says', async () => {
    const tooLong = { error: { code: 'context_length_exceeded', message: 'too long' } };
    await expect(read(json(tooLong))).rejects.toMatchObject({
      kind: 'context_overflow',
      retryable: false,
    });
    const noKey = { error: { type: 'authentication_error', message: 'bad key' } };
    await expect(read(raw(JSON.stringify(noKey), 'text/event-stream'))).rejects.toMatchObject({
      kind: 'auth',
    });
    await expect(read(json({ choices: [] }))).rejects.toMatchObject({ kind: 'malformed_reply' });
    const { reply } = await read(json(completion({ content: 'whole' })));
    expect(reply).toMatchObject({ text: 'whole', finish: 'stop', usage: { inputTokens: 9 } });
    await expect(read(raw(': nothing\n\n', 'text/event-stream'))).rejects.toMatchObject({
      kind: 'truncated_stream',
    });
  });

  it('ends at a stop sequence also where the connection cannot be closed', async () => {
    const body = () =>
      new ReadableStream({
        start: (source) =>
          source.enqueue(
            new TextEncoder().encode(`data: ${JSON.stringify(piece({ content: 'a STOP' }))}\n\n`),
          ),
      });
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = async () => new Response(body(), { headers });
    const client = new OpenAI({ apiKey: 'k', fetch, logLevel: 'off' });
    const model = openAiModel({ client, model: 'm', stream: true });
    expect(await model.generate(ask([question], { stop: ['STOP'] }), quiet)).toMatchObject({
      text: 'a ',
    });
  });

  it('is shown while it comes, and asks for its usage', async () => {
    const { reply, server, shown } = await read(
      stream([
        piece({ role: 'assistant', content: '' }),
        piece({ content: 'fi' }),
        piece({ content: 'ne' }),
        piece({}, 'stop'),
        usageChunk,
      ]),
    );
    expect(shown).toEqual(['fi', 'ne']);
    expect(reply).toMatchObject({ text: 'fine', finish: 'stop', rawFinish: 'stop' });
    expect(server.requests[0]!.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(server.model({ stream: true }).streams).toBe(true);
  });

  it('PROV-015: the usage comes in a chunk without choices', async () => {
    const { reply } = await read(stream([piece({ content: 'hi' }), piece({}, 'stop'), usageChunk]));
    expect(reply).toMatchObject({ text: 'hi', usage: { inputTokens: 3, outputTokens: 1 } });
    const early = await read(stream([usageChunk, piece({ content: 'hi' }), piece({}, 'stop')]));
    expect(early.reply.usage).toMatchObject({ inputTokens: 3, outputTokens: 1 });
  });

  it.each(['done', 'close', 'cut', 'open'] as const)(
    'PROV-016: is complete without usage, which is unknown then (%s)',
    async (end) => {
      const answer = stream([piece({ content: 'hi' }, 'stop')], end);
      const { reply } = await read(answer, {}, { idleMs: 400 });
      expect(reply).toMatchObject({ text: 'hi', finish: 'stop', usage: { inputTokens: null } });
    },
  );

  it('does not ask for the usage where the server does not know the option', async () => {
    const capabilities = { ...openAiEndpoints.vllm.capabilities, streamUsage: false };
    const { server } = await read(stream([piece({ content: 'hi' }, 'stop')]), {}, { capabilities });
    expect(server.requests[0]!.body).not.toHaveProperty('stream_options');
  });

  it('PROV-026: pieces that are lists of parts are read, too', async () => {
    const content = [
      { type: 'thinking', thinking: 't' },
      { type: 'text', text: 'hi' },
    ];
    const { reply } = await read(stream([piece({ content }), piece({}, 'stop')]));
    expect(reply.text).toBe('hi');
  });

  it('PROV-018: a refusal in pieces is a refusal', async () => {
    const { reply } = await read(
      stream([piece({ refusal: 'I can' }), piece({ refusal: 'not.' }), piece({}, 'stop')]),
    );
    expect(reply).toMatchObject({ text: 'I cannot.', finish: 'refusal' });
  });

  it('keeps reasoning for a server that wants it back', async () => {
    const chunks = [
      piece({ reasoning_content: 'h' }),
      piece({ reasoning_content: 'm' }),
      piece({ content: 'x' }, 'stop'),
    ];
    const { reply } = await read(
      stream(chunks),
      {},
      { capabilities: { replayFields: ['reasoning_content'] } },
    );
    expect(JSON.stringify(reply.opaque)).toContain('"reasoning_content":"hm"');
    expect(reply.text).toBe('x');
  });

  it.each(['done', 'close', 'cut'] as const)(
    'PROV-048: a stream without a finish reason is an error, and no answer (%s)',
    async (end) => {
      for (const chunks of [
        [],
        [piece({ content: 'The answer is 4' })],
        [callPieces(toolCall('a', 't', '{}'))],
      ]) {
        await expect(read(stream(chunks, end))).rejects.toMatchObject({
          kind: 'truncated_stream',
          retryable: true,
        });
      }
    },
  );

  it('PROV-025: text that came before a cut never gets into an answer', async () => {
    const error: unknown = await read(stream([piece({ content: 'half a' })], 'cut')).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ kind: 'truncated_stream' });
    expect(JSON.stringify(error) + String(error)).not.toContain('half a');
  });

  it('PROV-049: a silent stream is given up, and its connection closed', async () => {
    const server = await serve(stream([piece({ content: 'a' })], 'open'));
    const model = server.model({ stream: true, idleMs: 500 });
    await expect(model.generate(ask([question]), quiet)).rejects.toMatchObject({
      kind: 'timeout',
      retryable: true,
      message: expect.stringContaining('500 ms'),
    });
    await expect.poll(server.brokenOff).toBe(1);
  });

  it('PROV-043: reading ends at a stop sequence, and the connection is closed', async () => {
    const chunks = [piece({ content: 'Action: x\nObs' }), piece({ content: 'ervation: made up' })];
    const { reply, server, shown } = await read(stream(chunks, 'open'), {
      stop: ['\nObservation:'],
    });
    expect(reply).toMatchObject({
      text: 'Action: x',
      finish: 'stop',
      usage: { inputTokens: null },
    });
    expect(shown.join('')).toBe('Action: x');
    await expect.poll(server.brokenOff).toBe(1);
  });

  it('reads on behind a stop sequence when calls have begun', async () => {
    const chunks = [
      callPieces(toolCall('a', 't', '{"p"')),
      piece({ content: 'x STOP y' }),
      callPieces({ index: 0, function: { arguments: ':1}' } }),
      piece({}, 'tool_calls'),
    ];
    const { reply } = await read(stream(chunks), { stop: ['STOP'] });
    expect(reply).toMatchObject({ text: 'x ', toolCalls: [{ id: 'a', args: '{"p":1}' }] });
  });

  it('takes calls that were cut behind a stop sequence for no answer', async () => {
    const chunks = [callPieces(toolCall('a', 't', '{"p"')), piece({ content: 'x STOP y' })];
    await expect(read(stream(chunks), { stop: ['STOP'] })).rejects.toMatchObject({
      kind: 'truncated_stream',
    });
  });

  it('PROV-049: whoever watches for silence hears of calls and reasoning as well', async () => {
    const chunks = [piece({ reasoning_content: 'h' }), callPieces(toolCall('a', 't', '{}'))];
    const server = await serve(stream([...chunks, piece({}, 'tool_calls')]));
    const heard: string[] = [];
    const options = { ...quiet, onDelta: (text: string) => heard.push(text) };
    await server.model({ stream: true }).generate(ask([question]), options);
    expect(heard.length).toBeGreaterThanOrEqual(3);
    expect(heard.join('')).toBe('');
  });

  it('takes a whole reply from a client that does not stream', async () => {
    const create = async () => completion({ content: 'at once' });
    const client = { chat: { completions: { create } } };
    const reply = await openAiModel({ client, model: 'm', stream: true }).generate(
      ask([question]),
      quiet,
    );
    expect(reply).toMatchObject({ text: 'at once', usage: { inputTokens: 9 } });
  });

  it('tells errors in the stream by what they say', async () => {
    const overloaded = { error: { code: 503, message: 'Overloaded, try again.' } };
    const behind = (code: number) => ({
      choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code, message: 'no' } }],
    });
    const tooLong = { error: { code: 'context_length_exceeded', message: 'too long' } };
    const first = piece({ content: 'a' });
    for (const [chunk, kind] of [
      [overloaded, 'transient'],
      [behind(429), 'rate_limit'],
      [behind(503), 'transient'],
      [tooLong, 'context_overflow'],
    ] as const) {
      await expect(read(stream([first, chunk]))).rejects.toMatchObject({ kind });
      const create = async () => from([first, chunk]);
      const model = openAiModel({ client: { chat: { completions: { create } } }, model: 'm' });
      await expect(model.generate(ask([question]), quiet)).rejects.toMatchObject({ kind });
    }
  });

  it('takes lines that are no JSON, and a page, for a malformed reply', async () => {
    await expect(read(raw('data: {"choices":[\n\n', 'text/event-stream'))).rejects.toMatchObject({
      kind: 'malformed_reply',
      retryable: true,
    });
    await expect(read(raw('<html>login</html>', 'text/html'))).rejects.toMatchObject({
      kind: 'malformed_reply',
      message: expect.stringContaining('<html>login'),
    });
    await expect(read(json({ error: { message: 'no' } }, 400))).rejects.toMatchObject({
      kind: 'bad_request',
    });
  });
});

/** Chunks of a client that leaves errors among them to whoever reads. */
async function* from(chunks: readonly object[]) {
  yield* chunks;
}

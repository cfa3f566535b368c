import { describe, expect, it } from 'vitest';
import { ask, json, message, question, quiet, raw, serve } from './anthropic-support.ts';

async function received(body: unknown) {
  const { model, requests } = await serve(json(body));
  const reply = await model().generate(ask([question]), quiet);
  expect(requests).toHaveLength(1);
  return reply;
}

describe('a reply of the messages API', () => {
  it('PROV-020: tells a refusal from an answer, with what the provider says of it', async () => {
    const body = {
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' },
      content: [],
      usage: { input_tokens: 9, output_tokens: 0 },
    };
    expect(await received(body)).toMatchObject({
      text: '',
      finish: 'refusal',
      rawFinish: 'refusal',
      warnings: [expect.stringContaining('cyber, No.')],
    });
  });

  it('PROV-021: takes empty content as an empty text, in one request', async () => {
    const usage = { input_tokens: 9, output_tokens: 1 };
    const reply = await received({ stop_reason: 'end_turn', content: [], usage });
    expect(reply).toMatchObject({ text: '', toolCalls: [], finish: 'stop', rawFinish: 'end_turn' });
    expect(reply).not.toHaveProperty('opaque');
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'stop'],
    ['max_tokens', 'length'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context_window'],
    ['pause_turn', 'unknown'],
    ['toString', 'unknown'],
  ])('reads the stop reason %s as %s', async (stop_reason, finish) => {
    const reply = await received(message([], { stop_reason }));
    expect(reply).toMatchObject({ finish, rawFinish: stop_reason });
  });

  it('joins texts, and reads calls wherever they stand', async () => {
    const reply = await received(
      message([
        { type: 'text', text: 'one ' },
        { type: 'tool_use', id: 'u1', name: 'a', input: { at: [1, 2] } },
        { type: 'text', text: 'two' },
        { type: 'tool_use', id: 'u2', name: 'b', input: {} },
      ]),
    );
    expect(reply).toMatchObject({
      text: 'one two',
      toolCalls: [
        { id: 'u1', name: 'a', args: '{"at":[1,2]}' },
        { id: 'u2', name: 'b', args: '{}' },
      ],
      finish: 'tool_calls',
      rawFinish: 'end_turn',
    });
  });

  it('reads calls that ran out of tokens, or that a refusal stands behind, as that', async () => {
    const use = { type: 'tool_use', id: 'u1', name: 'a', input: {} };
    const finish = async (stop_reason: string) =>
      (await received(message([use], { stop_reason }))).finish;
    expect(await finish('tool_use')).toBe('tool_calls');
    expect(await finish('max_tokens')).toBe('length');
    expect(await finish('refusal')).toBe('refusal');
  });

  it('counts all input, cached or not, and says null for what is not reported', async () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 200,
      cache_read_input_tokens: 3000,
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 40 },
    };
    expect((await received(message([], { usage }))).usage).toEqual({
      inputTokens: 3210,
      cachedInputTokens: 3000,
      cacheWriteTokens: 200,
      outputTokens: 50,
      reasoningTokens: 40,
      costUsd: null,
    });
    const unreported = {
      inputTokens: null,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      outputTokens: null,
      reasoningTokens: null,
      costUsd: null,
    };
    const uncounted = { input_tokens: 0, output_tokens: 0 };
    for (const usage of [undefined, uncounted]) {
      expect((await received(message([], { usage }))).usage).toEqual(unreported);
    }
  });

  it('ends at a stop sequence that the server did not heed, and forgets what follows', async () => {
    const { model, requests } = await serve(
      json(
        message(
          [
            { type: 'text', text: 'Action: a\nObservation: mine' },
            { type: 'tool_use', id: 'u1', name: 'a', input: {} },
          ],
          { stop_reason: 'max_tokens' },
        ),
      ),
    );
    const request = ask([question], { stop: ['\nObservation:'] });
    const reply = await model().generate(request, quiet);
    expect(reply).toMatchObject({ text: 'Action: a', toolCalls: [], finish: 'stop' });
    const { opaque = null } = reply;
    const turn = { role: 'assistant', text: reply.text, toolCalls: [], opaque } as const;
    await model().generate(ask([question, turn, question]), quiet);
    expect(requests[1]!.body.messages[1]!.content).toEqual([{ type: 'text', text: 'Action: a' }]);
  });

  it('stays a refusal where a stop sequence came before it', async () => {
    const refused = message([{ type: 'text', text: 'a STOP b' }], { stop_reason: 'refusal' });
    const { model } = await serve(json(refused));
    const reply = await model().generate(ask([question], { stop: ['STOP'] }), quiet);
    expect(reply).toMatchObject({ text: 'a ', finish: 'refusal' });
  });

  it.each([
    ['a page', raw('<html>Sign in</html>', 'text/html'), 'malformed_reply'],
    ['nothing', raw(''), 'malformed_reply'],
    ['half a message', raw('{"content": [{"type":'), 'malformed_reply'],
    ['another format', json({ choices: [{ message: { content: 'x' } }] }), 'malformed_reply'],
    ['an error', json({ type: 'error', error: { type: 'overloaded_error' } }), 'transient'],
    ['a spent quota', json({ error: { type: 'billing_error', message: 'x' } }), 'quota'],
  ])('refuses %s with status 200', async (_, answer, kind) => {
    const { model, requests } = await serve(answer);
    const failure = model().generate(ask([question]), quiet);
    await expect(failure).rejects.toMatchObject({ name: 'ModelCallError', kind });
    expect(requests).toHaveLength(1);
  });
});

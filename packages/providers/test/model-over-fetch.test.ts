import { afterEach, describe, expect, it } from 'vitest';
import { modelOverFetch } from '../examples/model-over-fetch.ts';
import { completion, json, type Respond, startServer } from './loopback.ts';
import { ask, failureOf, request } from './support.ts';

let close = async () => {};
afterEach(() => close());

async function serve(answer: Respond) {
  const server = await startServer(answer);
  close = server.close;
  return { ...server, model: modelOverFetch(`${server.url}/v1/chat/completions`, 'm', 'k') };
}

describe('the model over fetch of the README', () => {
  it('asks and reads', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 1 };
    const { model, requests } = await serve(
      json(completion({ content: 'a STOP b' }, 'stop', usage)),
    );
    const { reply } = await ask(model, { ...request, stop: ['STOP'], seed: 1 });
    expect(reply).toMatchObject({ text: 'a ', finish: 'stop', usage: { inputTokens: 3 } });
    expect(reply.warnings).toEqual(['seed is not sent: the model does not take it']);
    expect(requests[0]).toMatchObject({
      headers: { authorization: 'Bearer k' },
      body: {
        model: 'm',
        stop: ['STOP'],
        messages: [{ content: 'Be short.' }, { content: 'Task: add\nHint: carefully\n' }],
      },
    });
    expect(requests[0]!.body).not.toHaveProperty('seed');
  });

  it('tells failures apart by what the server says', async () => {
    const { model } = await serve(json({ error: { code: 'insufficient_quota' } }, 429));
    expect(await failureOf(model)).toMatchObject({ kind: 'quota', status: 429, retryable: false });
  });

  it('a body without a choice is no reply', async () => {
    const { model } = await serve(json({ choices: [] }));
    expect(await failureOf(model)).toMatchObject({ kind: 'malformed_reply' });
  });
});

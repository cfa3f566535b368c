import { type ModelRequest, runStrategy } from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { isModelCallError } from '../src/index.ts';
import { ask, completion, json, question, quiet, raw, serve } from './openai-support.ts';

type Answer = Parameters<typeof serve>[0];

async function failure(answer: Answer, fields: Partial<ModelRequest> = {}) {
  const server = await serve(answer);
  const generated = server.model().generate(ask([question], fields), quiet);
  const error: unknown = await generated.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(isModelCallError(error)).toBe(true);
  expect(server.requests).toHaveLength(1);
  return error as Error & Record<string, unknown>;
}

/** One call of the model in a run that may try three times. */
async function run(answer: Answer) {
  const server = await serve(answer);
  const result = await runStrategy<unknown>(
    {
      strategy: { name: 'ask', version: 1 },
      task: 'Ask.',
      tools: createToolRegistry({ tools: [] }),
      models: { default: server.model() },
      allowance: { solver: 1 },
      limits: { attempts: 3, retryDelayMs: 1 },
    },
    async (inner) => ({
      stopReason: 'final',
      answer: (await inner.think(ask([question]), 'solver')).text,
    }),
  );
  return { result, requests: server.requests.length };
}

describe('what goes wrong in a call of openAiModel', () => {
  it('PROV-038: a server without native tool calling hints at text, and is not asked again', async () => {
    const words =
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
    const error = await failure(json({ error: { message: words } }, 400));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false, status: 400 });
    expect(error.message).toContain('textFormat');
  });

  it('PROV-038: a model that is said to take no tools is not even asked', async () => {
    const server = await serve(json(completion({ content: 'x' })));
    const tools = [{ name: 't', description: '', parameters: {} }];
    const model = server.model({ capabilities: { tools: false } });
    await expect(model.generate(ask([question], { tools }), quiet)).rejects.toMatchObject({
      kind: 'bad_request',
      message: expect.stringContaining('textFormat'),
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each(['temperature', 'stop', 'max_tokens'])(
    'PROV-040, PROV-041, PROV-042: a refusal of %s hints at the capabilities',
    async (param) => {
      const message = `Unsupported parameter: '${param}' is not supported with this model.`;
      const error = await failure(
        json({ error: { message, param, code: 'unsupported_parameter' } }, 400),
      );
      expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
      expect(error.message).toContain(`does not take ${param}`);
    },
  );

  it.each([
    [
      {
        error: {
          code: 'context_length_exceeded',
          message: 'maximum context length is 65536 tokens',
        },
      },
    ],
    [
      {
        error: {
          type: 'invalid_request_error',
          message: 'input length and `max_tokens` exceed context limit: 190001 + 16000 > 200000',
        },
      },
    ],
    [
      {
        error: { message: 'The prompt is too long: 140002, model maximum context length: 131072' },
      },
    ],
    [
      {
        object: 'error',
        code: 400,
        message: "This model's maximum context length is 8192 tokens.",
      },
    ],
  ])('PROV-045: a request that is too large is a kind of its own (%#)', async (body) => {
    expect(await failure(json(body, 400))).toMatchObject({
      kind: 'context_overflow',
      retryable: false,
    });
  });

  it('PROV-046: a server that is overloaded may be asked again', async () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    expect(await failure(json(body, 529))).toMatchObject({
      kind: 'transient',
      retryable: true,
      status: 529,
    });
  });

  it('REFL-006: an error in a body of status 200 is that error', async () => {
    const message = 'The service is temporarily unavailable.';
    const error = await failure(json({ error: { code: 503, message } }));
    expect(error).toMatchObject({ kind: 'transient', retryable: true });
    expect(error.message).toContain(message);
    const behind = completion({ content: '' }, {}, { error: { code: 429, message: 'slow down' } });
    expect(await failure(json(behind))).toMatchObject({ kind: 'rate_limit' });
  });

  it.each([
    ['a page', raw('<html>log in</html>', 'text/html')],
    ['nothing', raw('')],
    ['null', json(null)],
    ['no choices', json({ choices: [] })],
    ['a choice without a message', json({ choices: [{}] })],
    ['half of a body', raw('{"choices":[{"mess')],
    ['a list', json([1])],
  ])('a body that is no completion is a malformed reply: %s', async (_, answer) => {
    expect(await failure(answer)).toMatchObject({ kind: 'malformed_reply', retryable: true });
  });

  it('keeps the words of an error without a kind, and the name of the request', async () => {
    const headers = { 'x-request-id': 'req_7' };
    const odd = await failure(json({ error: 'the model crashed' }, 200, headers));
    expect(odd).toMatchObject({ kind: 'malformed_reply', requestId: 'req_7' });
    expect(odd.message).toContain('the model crashed');
    const failed = await failure(json({ error: { message: 'no' } }, 500, headers));
    expect(failed).toMatchObject({ kind: 'transient', requestId: 'req_7', status: 500 });
  });

  it('REFL-012: a wait of days is told, and a run does not wait for it', async () => {
    const body = { error: { message: 'Quota for this month is used up. Resets in 12 days.' } };
    const answer = json(body, 429, { 'retry-after': '1036800' });
    expect(await failure(answer)).toMatchObject({
      kind: 'rate_limit',
      retryAfterMs: 1_036_800_000,
    });
    const { result, requests } = await run(answer);
    expect(requests).toBe(1);
    expect(result).toMatchObject({ status: 'failed', counts: { attempts: 1 } });
  });

  it('REFL-014: the client makes no attempts of its own, so a run makes exactly its own', async () => {
    const { result, requests } = await run(json({ error: { message: 'no' } }, 500));
    expect(requests).toBe(3);
    expect(result.counts.attempts).toBe(3);
  });

  it('PROV-018, PROV-059: a refusal ends a run at once, with a reason of its own', async () => {
    const { result, requests } = await run(json(completion({ content: null, refusal: 'no' })));
    expect(requests).toBe(1);
    expect(result).toMatchObject({ status: 'failed', stopReason: 'refused' });
  });

  it('gives up at its deadline, also when only the head of the response came, and closes the connection', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices":');
    });
    const model = server.model({ timeoutMs: 500 });
    await expect(model.generate(ask([question]), quiet)).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(server.brokenOff).toBe(1);
  });

  it('ends when it is cancelled, and closes the connection', async () => {
    const cancel = new AbortController();
    const server = await serve(() => cancel.abort());
    const options = { ...quiet, signal: cancel.signal };
    await expect(server.model().generate(ask([question]), options)).rejects.toMatchObject({
      kind: 'aborted',
      retryable: false,
    });
    await expect.poll(server.brokenOff).toBe(1);
  });

  it('takes a connection that breaks for a failure of the network', async () => {
    const error = await failure((response) => response.destroy());
    expect(error).toMatchObject({ kind: 'transient', retryable: true });
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ErrorResponse } from '@copilotkit/aimock';
import type { ModelError } from '@loopwright/agent-run';
import { isModelCallError } from '@loopwright/providers';
import { answer, ask, fail, lookup, question, sayPassed, sent, wires } from './aimock-server.ts';

const text = 'Forty-seven satellites fly.';
const twoLookups = [
  { name: 'lookup', arguments: '{"fact":"satellites"}', id: 'call_first' },
  { name: 'lookup', arguments: '{"fact":"antennas"}', id: 'call_second' },
];

for (const { name, api, stream, model } of wires) {
  suite(name, () => {
    test('a text arrives, in pieces where it is streamed', async () => {
      answer({ content: text }, { chunkSize: 5 });
      const { reply, pieces } = await ask(model);
      assert.equal(reply.text, text);
      assert.equal(reply.finish, 'stop');
      assert.deepEqual(reply.toolCalls, []);
      assert.equal(pieces.join(''), stream ? text : '');
      assert.equal(pieces.length > 3, stream);
    });

    test('usage is read', async () => {
      const usage = { prompt_tokens: 20, completion_tokens: 3, input_tokens: 20, output_tokens: 3 };
      answer({ content: text, usage });
      const { inputTokens, outputTokens, cachedInputTokens } = (await ask(model)).reply.usage;
      assert.deepEqual([inputTokens, outputTokens, cachedInputTokens], [20, 3, null]);
    });

    test('usage of 0 is what a server writes that does not count: null', async () => {
      const zero = { prompt_tokens: 0, completion_tokens: 0, input_tokens: 0, output_tokens: 0 };
      answer({ content: text, usage: zero });
      const { inputTokens, outputTokens } = (await ask(model)).reply.usage;
      assert.deepEqual([inputTokens, outputTokens], [null, null]);
    });

    test('the text ends at a stop sequence that the server ignores', async () => {
      answer({ content: 'Thought: count\nObservation: 46' }, { chunkSize: 4 });
      const { reply, pieces } = await ask(model, { ...question, stop: ['\nObservation:'] });
      assert.equal(reply.text, 'Thought: count');
      assert.equal(reply.finish, 'stop');
      assert.equal(pieces.join(''), stream ? 'Thought: count' : '');
    });

    test('parallel calls beside a text keep their ids, their order and their arguments', async () => {
      answer({ content: 'Both.', toolCalls: twoLookups }, { chunkSize: 3 });
      const { reply } = await ask(model, { ...question, tools: [lookup] });
      assert.equal(reply.text, 'Both.');
      assert.equal(reply.finish, 'tool_calls');
      assert.deepEqual(
        reply.toolCalls,
        twoLookups.map(({ arguments: args, ...call }) => ({ ...call, args })),
      );
    });

    test('calls that end with another finish reason count', async () => {
      answer({ toolCalls: twoLookups, finishReason: 'stop' });
      const { reply } = await ask(model, { ...question, tools: [lookup] });
      assert.equal(reply.toolCalls.length, 2);
      assert.equal(reply.finish, 'tool_calls');
    });

    test('an empty completion is an empty text', async () => {
      answer({ content: '' });
      const { reply } = await ask(model);
      assert.equal(reply.text, '');
      assert.equal(reply.finish, 'stop');
    });

    const finishes =
      api === 'openai'
        ? ([
            ['length', 'length'],
            ['content_filter', 'refusal'],
          ] as const)
        : ([
            ['max_tokens', 'length'],
            ['refusal', 'refusal'],
            ['model_context_window_exceeded', 'context_window'],
          ] as const);
    for (const [finishReason, finish] of [...finishes, ['brand_new_reason', 'unknown']]) {
      test(`the finish reason ${finishReason} is ${finish}`, async () => {
        answer({ content: text, finishReason });
        const { reply } = await ask(model);
        assert.equal(reply.finish, finish);
        assert.equal(reply.rawFinish, finishReason);
      });
    }

    for (const [response, kind] of failures(api)) {
      const { status, retryAfter } = response;
      test(`status ${status} "${response.error.message}" is ${kind}, after one request`, async () => {
        answer(response);
        const error = await fail(model);
        assert.ok(isModelCallError(error));
        assert.equal(error.kind, kind);
        assert.equal(error.status, status);
        assert.equal(error.retryAfterMs, retryAfter && retryAfter * 1_000);
        assert.equal(error.retryable, kind === 'rate_limit' || kind === 'transient');
        assert.match(error.requestId ?? '', /^req-/);
        assert.equal(sent.length, 1);
      });
    }

    test('what is no JSON is no reply', async () => {
      answer({ content: text }, { chaos: { malformedRate: 1 } });
      const { kind, retryable } = await fail(model);
      assert.equal(kind, 'malformed_reply');
      assert.ok(retryable);
    });

    test('a connection that ends before a reply began is a failure of the network', async () => {
      answer({ content: text }, { chaos: { disconnectRate: 1 } });
      assert.equal((await fail(model)).kind, 'transient');
    });

    if (!stream) return;
    test('a stream that breaks off is no answer', async () => {
      answer({ content: text }, { chunkSize: 5, latency: 5, truncateAfterChunks: 4 });
      const { kind, retryable } = await fail(model);
      assert.equal(kind, 'truncated_stream');
      assert.ok(retryable);
    });
  });
}

/** Errors as each API words them, and what they are. */
function failures(api: 'openai' | 'anthropic'): [ErrorResponse, ModelError['kind']][] {
  const failed = (status: number, message: string, type: string, code?: string): ErrorResponse => ({
    status,
    error: { message, type, ...(code ? { code } : {}) },
    ...(status === 429 ? { retryAfter: 7 } : {}),
  });
  const tooLong: ErrorResponse =
    api === 'openai'
      ? failed(400, 'Too large', 'invalid_request_error', 'context_length_exceeded')
      : failed(400, 'prompt is too long: 9 tokens > 8 maximum', 'invalid_request_error');
  return [
    [failed(429, 'Slow down', 'rate_limit_error'), 'rate_limit'],
    [failed(429, 'None left', 'insufficient_quota', 'insufficient_quota'), 'quota'],
    [failed(500, 'Broken', 'api_error'), 'transient'],
    [failed(529, 'Overloaded', 'overloaded_error'), 'transient'],
    [failed(401, 'Who is it?', 'authentication_error'), 'auth'],
    [failed(400, 'No such field', 'invalid_request_error'), 'bad_request'],
    [tooLong, 'context_overflow'],
  ];
}

sayPassed('replies and failures');

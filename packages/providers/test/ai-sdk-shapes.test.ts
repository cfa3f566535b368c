import { isConfigurationError, type Message } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { type AiSdkModelOptions, aiSdkModel } from '../src/ai-sdk.ts';
import { languageModel, nested, text, v2, v3 } from './ai-sdk-support.ts';
import { ask, failureOf, request } from './support.ts';

describe('versions of the specification', () => {
  it.each([
    ['v2', v2, 'stop'],
    ['v3', v3, 'end_turn'],
    ['v4', v3, 'end_turn'],
  ])('%s: reads finish and usage in its shape', async (version, result, rawFinish) => {
    const { reply } = await ask(aiSdkModel({ model: languageModel(version, result).model }));
    expect(reply).toMatchObject({
      text: 'hi',
      finish: 'stop',
      rawFinish,
      usage: { inputTokens: 5, outputTokens: 2, cachedInputTokens: 1 },
    });
  });

  it.each([
    ['v2', 'content-filter', 'refusal'],
    ['v2', 'tool-calls', 'tool_calls'],
    ['v2', 'brand-new', 'unknown'],
    ['v3', { unified: 'other', raw: 'eos' }, 'unknown'],
    ['v4', { unified: 'length', raw: 'max_tokens' }, 'length'],
    ['v4', undefined, 'unknown'],
    ['v4', 'constructor', 'unknown'],
  ])('%s: the finish %j is %s', async (version, finishReason, finish) => {
    const { model } = languageModel(version, { ...v2, finishReason });
    expect((await ask(aiSdkModel({ model }))).reply.finish).toBe(finish);
  });

  it.each([
    ['v2', 'error'],
    ['v4', { unified: 'interrupted', raw: undefined }],
  ])('%s: a reply that ended with %j is no answer', async (version, finishReason) => {
    const { model } = languageModel(version, { ...v2, finishReason });
    expect(await failureOf(aiSdkModel({ model }))).toMatchObject({ kind: 'truncated_stream' });
  });

  it('turns the warnings of every version into sentences', async () => {
    const warnings = [
      { type: 'unsupported-setting', setting: 'seed', details: 'no seeds here' },
      { type: 'unsupported-tool', tool: { name: 'weather' } },
      { type: 'unsupported', feature: 'temperature' },
      { type: 'compatibility', feature: 'responseFormat' },
      { type: 'deprecated', setting: 'x', message: 'x goes away' },
      { type: 'other', message: 'something else' },
      7,
    ];
    const { model } = languageModel('v2', { ...v2, warnings });
    expect((await ask(aiSdkModel({ model }))).reply.warnings).toEqual([
      'seed is not honoured: the model does not support it: no seeds here',
      'weather is not honoured: the model does not support it',
      'temperature is not honoured: the model does not support it',
      'responseFormat is imitated',
      'x goes away',
      'something else',
      'a setting is not honoured: the model does not support it',
    ]);
  });
});

describe('what no language model is', () => {
  const refusal = (options: object) => {
    try {
      aiSdkModel(options as AiSdkModelOptions);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it.each(['v1', 'v5', undefined])(
    'version %s is refused, and those that are understood named',
    (version) => {
      const { model } = languageModel(version as string, v2);
      const error = refusal({ model });
      expect(isConfigurationError(error)).toBe(true);
      expect(String(error)).toMatch(new RegExp(`of version ${version} .*v2, v3, v4`));
    },
  );

  it.each([undefined, 'openai/gpt', {}, { ...languageModel('v3', v3).model, doGenerate: 1 }])(
    'refuses %j',
    (model) => {
      const error = refusal({ model });
      expect(isConfigurationError(error)).toBe(true);
      expect(String(error)).toContain('must be a language model of the AI SDK');
    },
  );

  it('a model that cannot stream is refused where it is to stream', () => {
    const model = { ...languageModel('v3', v3).model, doStream: undefined };
    expect(isConfigurationError(refusal({ model, stream: true }))).toBe(true);
    expect(refusal({ model })).toBeUndefined();
  });
});

describe('streams', () => {
  const finish = { type: 'finish', finishReason: v3.finishReason, usage: nested };

  it('folds parts that interleave, and keeps what was hung on them', async () => {
    const signed = { google: { thoughtSignature: 's' } };
    const { model, calls } = languageModel('v4', v3, [
      { type: 'stream-start', warnings: [{ type: 'other', message: 'mind' }] },
      { type: 'reasoning-start', id: 'r' },
      { type: 'text-start', id: '1' },
      { type: 'reasoning-delta', id: 'r', delta: 'th' },
      { type: 'text-delta', id: '1', delta: 'a' },
      { type: 'reasoning-delta', id: 'r', delta: 'ink' },
      { type: 'text-delta', id: '1', delta: 'b' },
      { type: 'ping' },
      { type: 'tool-input-start', id: 'c', toolName: 't' },
      { type: 'tool-input-delta', id: 'c', delta: '{}' },
      { type: 'tool-call', toolCallId: 'c', toolName: 't', input: '{}', providerMetadata: signed },
      { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
      finish,
    ]);
    const streaming = aiSdkModel({ model, stream: true });
    const { reply, shown } = await ask(streaming);
    expect(shown).toBe('ab');
    expect(reply).toMatchObject({
      text: 'ab',
      toolCalls: [{ id: 'c', name: 't', args: '{}' }],
      warnings: ['mind'],
      usage: { inputTokens: 5 },
    });
    const turn: Message = { role: 'assistant', ...reply };
    await ask(streaming, { ...request, messages: [...request.messages, turn] });
    expect(calls[1]!.prompt.slice(2)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'think' },
          text('ab'),
          { type: 'tool-call', toolCallId: 'c', toolName: 't', input: {}, providerOptions: signed },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 't',
            output: { type: 'error-text', value: expect.stringContaining('not finished') },
          },
        ],
      },
    ]);
  });

  it.each([
    [[]],
    // What Bedrock's package ends a stream with that its server broke off between two frames.
    [[{ ...finish, finishReason: { unified: 'other', raw: undefined } }]],
  ])('PROV-048: parts without a finish of the server are no answer', async (end) => {
    const half = { type: 'text-delta', id: '1', delta: 'half' };
    const { model } = languageModel('v3', v3, [half, ...end]);
    const error = await failureOf(aiSdkModel({ model, stream: true }));
    expect(error).toMatchObject({ kind: 'truncated_stream', retryable: true });
  });

  it('an error among the parts is the failure, whatever follows', async () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    const { model } = languageModel('v3', v3, [{ type: 'error', error }, finish]);
    expect(await failureOf(aiSdkModel({ model, stream: true }))).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('Overloaded'),
    });
  });

  it('stops reading at a stop sequence and lets go of the stream', async () => {
    const closed = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield { type: 'text-delta', id: '1', delta: 'word STOP ' };
      } finally {
        closed.resolve();
      }
    }
    const { model } = languageModel('v3', v3);
    model.doStream = async () => ({ stream: ReadableStream.from(endless()) });
    const { reply, shown } = await ask(aiSdkModel({ model, stream: true }), {
      ...request,
      stop: ['STOP'],
    });
    expect(reply).toMatchObject({ text: 'word ', finish: 'stop' });
    expect(shown).toBe('word ');
    await closed.promise;
  });
});

describe('what is left out is said', () => {
  it('calls that the provider made itself, and files', async () => {
    const content = [
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'search',
        input: '{}',
        providerExecuted: true,
      },
      { type: 'file', mediaType: 'image/png', data: '' },
      text('done'),
    ];
    const { reply } = await ask(
      aiSdkModel({ model: languageModel('v4', { ...v3, content }).model }),
    );
    expect(reply).toMatchObject({ text: 'done', toolCalls: [] });
    expect(reply.warnings).toEqual([
      'A call of search was made by the provider and is left out',
      'The reply holds a part of type file, which is left out',
    ]);
  });
});

it('a server that counts nothing says 0, which is unknown', async () => {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  const { model } = languageModel('v2', { ...v2, usage });
  const { reply } = await ask(aiSdkModel({ model }));
  expect(reply.usage).toMatchObject({ inputTokens: null, outputTokens: null });
});

it.each([
  ['MALFORMED_FUNCTION_CALL', 'malformed_reply'],
  ['OTHER', 'truncated_stream'],
])('a reply that ends in an error of the word %s is a %s', async (raw, kind) => {
  const { model } = languageModel('v3', { ...v3, finishReason: { unified: 'error', raw } });
  expect(await failureOf(aiSdkModel({ model }))).toMatchObject({ kind, retryable: true });
});

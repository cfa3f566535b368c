import { isConfigurationError, type ModelRequest } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import { type AiSdkLanguageModel, type AiSdkModelOptions, aiSdkModel } from '../src/ai-sdk.ts';
import { createProviderModel, type ProviderReply } from '../src/index.ts';
import { ask, request } from './support.ts';

const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null };
const reply: ProviderReply = { toolCalls: [], finish: 'stop', usage };
const capabilities = {
  temperature: true,
  seed: true,
  maxStopSequences: 4,
  tools: true,
  schema: true,
};

type Options = Parameters<typeof createProviderModel>[0];

/** A model that keeps what it is asked to send. */
function keeping(options: Partial<Options> = {}) {
  const sent: ModelRequest[] = [];
  const model = createProviderModel({
    ...{ model: 'm', provider: 'p', capabilities },
    async send({ request: asked }) {
      sent.push(asked);
      return reply;
    },
    ...options,
  });
  return { model, sent };
}

const languageModel: AiSdkLanguageModel = {
  specificationVersion: 'v3',
  provider: 'hand-made',
  modelId: 'm',
  doGenerate: async () => ({ content: [], finishReason: { unified: 'stop', raw: 'stop' } }),
  doStream: async () => ({ stream: ReadableStream.from([]) }),
};

function refusalOf(create: () => unknown): string {
  try {
    create();
  } catch (thrown) {
    if (isConfigurationError(thrown)) return thrown.message;
    throw thrown;
  }
  throw new Error('nothing was refused');
}

describe('options of every adapter', () => {
  it.each<[object, string]>([
    [{ model: '' }, 'model must be'],
    [{ id: '' }, 'id must be'],
    [{ provider: '' }, 'provider must be'],
    [{ stream: 'no' }, 'stream must be true or false'],
    [{ maxOutputTokens: Number.NaN }, 'maxOutputTokens must be a whole number'],
    [{ maxOutputTokens: -5 }, 'maxOutputTokens must be a whole number'],
    [{ capabilities: { ...capabilities, tools: undefined } }, 'capabilities.tools must be'],
    [
      { capabilities: { ...capabilities, maxStopSequences: Number.NaN } },
      'capabilities.maxStopSequences must be',
    ],
  ])('%j is refused', (options, words) => {
    expect(refusalOf(() => keeping(options))).toContain(words);
  });

  it.each<[object, string]>([
    [{ timeOutMs: 5 }, 'There is no option timeOutMs'],
    [{ capabilities: { temprature: false } }, 'There is no option capabilities.temprature'],
    [{ capabilities: { seed: 'no' } }, 'capabilities.seed must be true or false'],
    [{ capabilities: { maxStopSequences: -1 } }, 'capabilities.maxStopSequences must be'],
    [{ headers: 'a: b' }, 'headers must be an object'],
    [{ providerOptions: [] }, 'providerOptions must be an object'],
    [{ stream: 1 }, 'stream must be true or false'],
  ])('aiSdkModel refuses %j', (options, words) => {
    const given = { model: languageModel, ...options } as AiSdkModelOptions;
    expect(refusalOf(() => aiSdkModel(given))).toContain(words);
  });

  it('what is undefined is as if it were not there', () => {
    const model = aiSdkModel({
      ...{ model: languageModel, id: undefined, stream: undefined, timeoutMs: undefined },
      ...{ idleMs: undefined, maxOutputTokens: undefined, headers: undefined },
      capabilities: { tools: undefined, seed: false },
    });
    expect(model.capabilities).toEqual({ ...capabilities, seed: false });
  });
});

describe('what is sent', () => {
  it('has the limit of the request, else that of the model', async () => {
    const { model, sent } = keeping({ maxOutputTokens: 77 });
    await ask(model);
    await ask(model, { ...request, maxOutputTokens: 5 });
    expect(sent.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([77, 5]);
  });

  it('PROV-058: holds half a surrogate pair nowhere', async () => {
    const { model, sent } = keeping();
    const half = 'a\ud83d';
    await ask(model, {
      system: half,
      messages: [{ role: 'user', blocks: [half] }],
      stop: [half, ''],
      schema: { description: half },
      tools: [{ name: 't', description: half, parameters: { [half]: [half] } }],
    });
    const whole = 'a\ufffd';
    expect(sent).toEqual([
      {
        system: whole,
        messages: [{ role: 'user', blocks: [whole] }],
        stop: [whole],
        schema: { description: whole },
        tools: [{ name: 't', description: whole, parameters: { [whole]: [whole] } }],
      },
    ]);
  });
});

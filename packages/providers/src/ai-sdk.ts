import { ConfigurationError } from '@loopwright/agent-run';
import type { JsonObject } from '@loopwright/core-parser';
import { createReplyFold } from './ai-sdk/fold-reply.ts';
import {
  type AiSdkLanguageModel,
  fieldsOf,
  type LanguageModelCall,
  type ProviderData,
} from './ai-sdk/language-model.ts';
import { readAiSdkFailure } from './ai-sdk/read-failure.ts';
import { readParts } from './ai-sdk/read-parts.ts';
import { toFunctionTools, toPrompt } from './ai-sdk/to-prompt.ts';
import type { ModelCapabilities } from './shared/capabilities.ts';
import {
  createProviderModel,
  type ProviderCall,
  type ProviderModel,
  type ProviderModelOptions,
} from './shared/provider-model.ts';
import { readStream } from './shared/read-stream.ts';

export type { AiSdkLanguageModel } from './ai-sdk/language-model.ts';

/** Options of {@link aiSdkModel}. */
export type AiSdkModelOptions = Omit<ProviderModelOptions, 'model'> & {
  /** A language model of a provider package of the AI SDK, for example `createMistral()('mistral-large-latest')`. */
  model: AiSdkLanguageModel;
  /** Options of the provider package for every call, by provider. */
  providerOptions?: { readonly [provider: string]: JsonObject } | undefined;
  /** Headers for every call. */
  headers?: Readonly<Record<string, string>> | undefined;
};

/** Versions of the specification that are understood. */
export const aiSdkVersions = ['v2', 'v3', 'v4'] as const;

/** What a model is taken to be able to do; what it then does not honour, it says itself. */
export const aiSdkCapabilities: ModelCapabilities = {
  temperature: true,
  seed: true,
  maxStopSequences: 4,
  tools: true,
  schema: true,
};

/**
 * Makes a model of any language model of the AI SDK: Google, Mistral, Bedrock and every other provider package of
 * versions 2 to 4 of its specification. Nothing of the SDK is imported, and nothing is tried again.
 *
 * @throws ConfigurationError `invalid_option` for a model of another version, or for what is no language model.
 */
export function aiSdkModel(options: AiSdkModelOptions): ProviderModel {
  const { model, capabilities, providerOptions, headers, ...rest } = options;
  checkLanguageModel(model, rest.stream === true);
  const { provider, modelId } = model;
  const source = { provider, origin: `ai-sdk/${provider}`, streams: rest.stream === true };
  return createProviderModel({
    ...rest,
    model: modelId,
    provider,
    capabilities: { ...aiSdkCapabilities, ...capabilities },
    async send(call) {
      const asked = toCall(call, source.origin, options);
      const fold = createReplyFold(call, source);
      try {
        if (rest.stream) {
          const { stream } = await model.doStream(asked);
          await readStream(readParts(stream), provider, fold.take);
        } else {
          takeWhole(await model.doGenerate(asked), fold.take);
        }
      } catch (thrown) {
        throw readAiSdkFailure(thrown, provider);
      }
      return fold.reply();
    },
  });
}

function toCall(
  { request, signal }: ProviderCall,
  origin: string,
  { maxOutputTokens, providerOptions, headers }: AiSdkModelOptions,
): LanguageModelCall {
  const { temperature, seed, stop, schema, tools, toolChoice = 'auto' } = request;
  const limit = request.maxOutputTokens ?? maxOutputTokens;
  return {
    prompt: toPrompt(request, origin),
    abortSignal: signal,
    ...(limit === undefined ? {} : { maxOutputTokens: limit }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop?.length ? { stopSequences: [...stop] } : {}),
    ...(schema === undefined
      ? {}
      : { responseFormat: { type: 'json', schema: schema as JsonObject } }),
    ...(tools?.length ? { tools: toFunctionTools(tools), toolChoice: { type: toolChoice } } : {}),
    ...(providerOptions === undefined ? {} : { providerOptions: providerOptions as ProviderData }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
}

function takeWhole(result: object, take: (part: unknown) => boolean): void {
  const { content, finishReason, usage, warnings } = fieldsOf(result);
  take({ type: 'stream-start', warnings });
  for (const part of Array.isArray(content) ? content : []) {
    if (!take(part)) break;
  }
  take({ type: 'finish', finishReason, usage });
}

function checkLanguageModel(model: unknown, streams: boolean): void {
  const { specificationVersion, provider, modelId, doGenerate, doStream } = fieldsOf(model);
  const versions = aiSdkVersions.join(', ');
  const method = streams ? doStream : doGenerate;
  if (typeof provider !== 'string' || typeof modelId !== 'string' || typeof method !== 'function') {
    throw new ConfigurationError(
      'invalid_option',
      `model must be a language model of the AI SDK (${versions}), as a provider package makes it: an object with provider, modelId, doGenerate and doStream`,
    );
  }
  if (aiSdkVersions.some((version) => version === specificationVersion)) return;
  throw new ConfigurationError(
    'invalid_option',
    `The model ${modelId} is of version ${String(specificationVersion)} of the AI SDK's specification; understood are ${versions}`,
  );
}

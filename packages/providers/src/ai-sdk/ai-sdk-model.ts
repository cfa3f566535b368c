import { ConfigurationError } from '@loopwright/agent-run';
import { mustBe } from '@loopwright/agent-run/option-checks';
import type { JsonObject } from '@loopwright/core-parser';
import { type ModelCapabilities, resolveCapabilities } from '../shared/capabilities.ts';
import { fieldsOf, isFields, listOf } from '../shared/fields.ts';
import { checkAdapterNames } from '../shared/option-checks.ts';
import {
  createProviderModel,
  type ProviderCall,
  type ProviderModel,
  type ProviderModelOptions,
} from '../shared/provider-model.ts';
import { readStream } from '../shared/read-stream.ts';
import { createReplyFold } from './fold-reply.ts';
import type { AiSdkLanguageModel, LanguageModelCall, ProviderData } from './language-model.ts';
import { readAiSdkFailure } from './read-failure.ts';
import { readParts } from './read-parts.ts';
import { isOwnOpaque } from './reply-parts.ts';
import { toFunctionTools, toPrompt } from './to-prompt.ts';

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
  checkOptions(options);
  const { model, capabilities, providerOptions, headers, ...rest } = options;
  const { provider, modelId } = model;
  const source = { provider, origin: `ai-sdk/${provider}`, streams: rest.stream === true };
  return createProviderModel({
    ...rest,
    model: modelId,
    provider,
    capabilities: resolveCapabilities(aiSdkCapabilities, capabilities),
    ownOpaque: (opaque) => (isOwnOpaque(opaque, source.origin) ? opaque : undefined),
    async send(call) {
      const { asked, warnings } = toCall(call, source.origin, options);
      const fold = createReplyFold(call, source);
      try {
        if (rest.stream) {
          const { stream } = await model.doStream(asked);
          await readStream(readParts(stream), provider, fold.take, readAiSdkFailure);
        } else {
          takeWhole(await model.doGenerate(asked), fold.take);
        }
      } catch (thrown) {
        throw readAiSdkFailure(thrown, provider);
      }
      const reply = fold.reply();
      return { ...reply, warnings: [...warnings, ...(reply.warnings ?? [])] };
    },
  });
}

function toCall(
  { request, signal }: ProviderCall,
  origin: string,
  { providerOptions, headers }: AiSdkModelOptions,
): { asked: LanguageModelCall; warnings: string[] } {
  const { temperature, seed, schema, tools, toolChoice = 'auto', maxOutputTokens } = request;
  const { stop = [] } = request;
  // Some providers refuse a request for one; the text ends at it all the same.
  const stopSequences = stop.filter((sequence) => sequence.trim() !== '');
  const blank = stop.length - stopSequences.length;
  const asked: LanguageModelCall = {
    prompt: toPrompt(request, origin),
    abortSignal: signal,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(stopSequences.length > 0 ? { stopSequences } : {}),
    ...(schema === undefined
      ? {}
      : { responseFormat: { type: 'json', schema: schema as JsonObject } }),
    ...(tools?.length ? { tools: toFunctionTools(tools), toolChoice: { type: toolChoice } } : {}),
    ...(providerOptions === undefined ? {} : { providerOptions: providerOptions as ProviderData }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
  const warning = `${blank} of ${stop.length} stop sequences are not sent: they are only white space`;
  return { asked, warnings: blank === 0 ? [] : [warning] };
}

function takeWhole(result: object, take: (part: unknown) => boolean): void {
  const { content, finishReason, usage, warnings } = fieldsOf(result);
  take({ type: 'stream-start', warnings });
  for (const part of listOf(content)) {
    if (!take(part)) break;
  }
  take({ type: 'finish', finishReason, usage });
}

function checkOptions(options: AiSdkModelOptions): void {
  checkAdapterNames(options, ['providerOptions', 'headers']);
  const { model, stream, providerOptions, headers } = options;
  checkLanguageModel(model, stream === true);
  for (const [name, value] of Object.entries({ providerOptions, headers })) {
    mustBe(value === undefined || isFields(value), name, 'an object', value);
  }
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

import type { Model } from '@loopwright/agent-run';
import type OpenAI from 'openai';
import type { AzureOpenAI } from 'openai';
import { expectTypeOf } from 'vitest';
import type { ProviderModel } from '../src/index.ts';
import type { OpenAiCapabilities, OpenAiClient, OpenAiEndpoint } from '../src/openai.ts';
import { openAiEndpoints, openAiModel } from '../src/openai.ts';

// A client of the real library fits as it is, without a cast.
expectTypeOf<OpenAI>().toExtend<OpenAiClient>();
expectTypeOf<AzureOpenAI>().toExtend<OpenAiClient>();
expectTypeOf(openAiModel).parameter(0).toHaveProperty('client');
declare const client: OpenAI;

const model = openAiModel({
  client,
  model: openAiEndpoints.nim.model,
  capabilities: openAiEndpoints.nim.capabilities,
});
expectTypeOf(model).toEqualTypeOf<ProviderModel<OpenAiCapabilities>>();
expectTypeOf(model).toExtend<ProviderModel>();
expectTypeOf(model).toExtend<Model>();

// Any of them can be chosen by name.
expectTypeOf<(typeof openAiEndpoints)[keyof typeof openAiEndpoints]>().toExtend<OpenAiEndpoint>();
openAiModel({ client, model: 'm', capabilities: { maxTokensField: 'max_tokens' } });
expectTypeOf<OpenAiCapabilities['maxTokensField']>().toEqualTypeOf<
  'max_tokens' | 'max_completion_tokens'
>();

// @ts-expect-error A client is not made here: the key stays with whoever has it.
openAiModel({ apiKey: 'k', model: 'm' });
// @ts-expect-error There is no such field.
openAiModel({ client, model: 'm', capabilities: { maxTokensField: 'maxTokens' } });

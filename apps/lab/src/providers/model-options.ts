import type { FormatName } from '../zephyr/index.ts';

/** Who can answer: policies without a language model, or a provider of language models. */
export const providerNames = [
  'policy',
  'nim',
  'openai',
  'anthropic',
  'ollama',
  'lmstudio',
  'vllm',
] as const;

export type ProviderName = Exclude<(typeof providerNames)[number], 'policy'>;

/** The SDKs, each with the format of its provider, that policies can be asked through. */
export const sdkNames = ['openai', 'anthropic'] as const;

export type SdkName = (typeof sdkNames)[number];

/** Who answers and how, as the command line says it. */
export type ModelOptions = {
  readonly provider: ProviderName | 'policy';
  readonly wire: SdkName | undefined;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly format: FormatName;
  readonly stream: boolean;
  readonly timeoutMs: number | undefined;
};

import type { createAnthropic } from '@ai-sdk/anthropic';
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { AiSdkLanguageModel } from '../src/ai-sdk.ts';

// Models of real provider packages fit without a cast.
type Fits<Model extends AiSdkLanguageModel> = Model;
export type Compatible = Fits<ReturnType<ReturnType<typeof createOpenAICompatible>>>;
export type Anthropic = Fits<ReturnType<ReturnType<typeof createAnthropic>>>;

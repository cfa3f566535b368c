export type { AiSdkModelOptions } from './ai-sdk/ai-sdk-model.ts';
export { aiSdkCapabilities, aiSdkModel, aiSdkVersions } from './ai-sdk/ai-sdk-model.ts';
export type { AiSdkLanguageModel } from './ai-sdk/language-model.ts';

export { chooseProvider, type ProviderChoice, variablesOf } from './choose-provider.ts';
export { debugged, isDebugging } from './debugged.ts';
export { endpointOf } from './endpoints.ts';
export { explainError } from './explain-error.ts';
export { keyHider } from './key-hider.ts';
export { loadEnvFile } from './load-env-file.ts';
export {
  type ModelOptions,
  type ProviderName,
  providerNames,
  type SdkName,
  sdkNames,
} from './model-options.ts';
export { readModelOptions } from './read-model-options.ts';

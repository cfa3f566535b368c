export type { Policy } from './from-policy.ts';
export { fromPolicy } from './from-policy.ts';
export type { ModelCapabilities } from './shared/capabilities.ts';
export { toModelCallError } from './shared/classify-failure.ts';
export type { ModelCallError } from './shared/model-call-error.ts';
export { isModelCallError, modelCallError } from './shared/model-call-error.ts';
export type {
  ProviderCall,
  ProviderModel,
  ProviderModelOptions,
  ProviderReply,
} from './shared/provider-model.ts';
export { callDefaults, createProviderModel } from './shared/provider-model.ts';
export { sendableMessages } from './shared/sendable-messages.ts';
export type { RequestLimiter, RequestLimiterOptions } from './wrappers/request-limiter.ts';
export { createRequestLimiter, limiterDefaults } from './wrappers/request-limiter.ts';
export type { MeteredCall, UsageMeter, UsageTotals } from './wrappers/usage-meter.ts';
export { createUsageMeter } from './wrappers/usage-meter.ts';
export type { DebugOptions } from './wrappers/with-debug.ts';
export { withDebug } from './wrappers/with-debug.ts';
export type { FallbackOptions } from './wrappers/with-fallback.ts';
export { fallbackDefaults, handOverKinds, withFallback } from './wrappers/with-fallback.ts';
export type { RetryOptions } from './wrappers/with-retry.ts';
export { retryDefaults, withRetry } from './wrappers/with-retry.ts';

export type { Policy } from './from-policy.ts';
export { fromPolicy } from './from-policy.ts';
export type { RequestLimiter, RequestLimiterOptions } from './request-limiter.ts';
export { createRequestLimiter, limiterDefaults } from './request-limiter.ts';
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
export type { MeteredCall, UsageMeter, UsageTotals } from './usage-meter.ts';
export { createUsageMeter } from './usage-meter.ts';
export type { FallbackOptions } from './with-fallback.ts';
export { fallbackDefaults, handOverKinds, withFallback } from './with-fallback.ts';
export type { RetryOptions } from './with-retry.ts';
export { retryDefaults, withRetry } from './with-retry.ts';

import type {
  createUsageMeter,
  FallbackOptions,
  RequestLimiterOptions,
  RetryOptions,
} from '../src/index.ts';

// Options that somebody leaves undefined are options that are not there.
export const undefinedOptions: [
  FallbackOptions,
  RetryOptions,
  RequestLimiterOptions,
  Parameters<typeof createUsageMeter>[0],
] = [
  { id: undefined, timeoutMs: undefined, handOverOn: undefined, prices: undefined },
  { attempts: undefined, random: undefined, now: undefined, sleep: undefined },
  { concurrency: 1, requestsPerMinute: undefined, timeoutMs: undefined, setTimer: undefined },
  { prices: undefined, onCall: undefined },
];

import {
  createRequestLimiter,
  createUsageMeter,
  isModelCallError,
  withFallback,
  withRetry,
} from '@loopwright/providers';
import { scriptedModel } from '@loopwright/providers/scripted';

const busy = () => Object.assign(new Error('Slow down'), { status: 429 });
const usage = { inputTokens: 800, outputTokens: 40, cachedInputTokens: null, costUsd: null };
const request = { system: '', messages: [{ role: 'user', blocks: ['Hello'] }] } as const;
const options = { signal: new AbortController().signal, onDelta: () => {} };

// For a run: the second model stands in for the first, and both share a limit with all other runs.
const limiter = createRequestLimiter({ concurrency: 4, requestsPerMinute: 60 });
const large = limiter.limit(scriptedModel([busy()], { id: 'large' }));
const small = limiter.limit(scriptedModel([{ text: 'Hi', usage }], { id: 'small' }));
const either = withFallback([large, small]);
const reply = await either.generate(request, options);
console.log(`${either.id}: ${reply.text} (${reply.warnings?.join()})`);

// Outside a run: attempts, and what they cost. A run refuses a model with attempts of its own.
const prices = { small: { inputPerMillionUsd: 1, outputPerMillionUsd: 5 } };
const meter = createUsageMeter({ prices });
const script = scriptedModel([busy(), { text: 'Hi', usage }, 'no usage', busy(), busy()], {
  id: 'small',
});
const model = meter.measure(withRetry(script, { attempts: 2, baseDelayMs: 1 }));
await model.generate(request, options);
await model.generate(request, options);
await model.generate(request, options).catch((error: unknown) => {
  if (isModelCallError(error)) console.log(`${error.kind}: ${error.message}`);
});
const { calls, failedCalls, costUsd, unknown } = meter.totals;
console.log(
  `${calls} answered, ${failedCalls} failed, ${costUsd} USD and ${unknown.costUsd} unknown`,
);

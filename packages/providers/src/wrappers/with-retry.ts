import type { Model } from '@loopwright/agent-run';
import { checkCount, checkFunctions } from '@loopwright/agent-run/option-checks';
import { settle } from '@loopwright/tool-registry';
import { type ModelCallError, modelCallError } from '../shared/model-call-error.ts';
import { checkAmount, checkOptionNames } from '../shared/option-checks.ts';
import { askModel } from './ask-model.ts';
import { checkModel, checkNoRetries } from './wrapper-checks.ts';

/** What applies when the caller sets nothing. Times are milliseconds. */
export const retryDefaults = {
  /** Attempts, the first included. */
  attempts: 3,
  /** The longest wait before the second attempt; doubled for each further one. */
  baseDelayMs: 500,
  /** The longest wait that is not asked for by the provider. */
  maxDelayMs: 30_000,
  /** The longest wait that a provider may ask for. */
  maxRetryAfterMs: 60_000,
  /** The whole call with all attempts and waits. */
  timeoutMs: 300_000,
} as const;

/** Options of {@link withRetry}; for the numbers see {@link retryDefaults}. */
export type RetryOptions = { [Name in keyof typeof retryDefaults]?: number | undefined } & {
  /** Chance, from 0 up to 1. Default: `Math.random`. */
  random?: (() => number) | undefined;
  /** The time in milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Waits; settles early when the signal is aborted. Default: a timer. */
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
};

/**
 * Makes a model that tries again by itself, for calls outside a run. A run refuses it: it makes its own attempts, and
 * two that do multiply. The wait is a random part of a doubling one, or what the provider asks for; where that is more
 * than `maxRetryAfterMs`, or than is left of `timeoutMs`, the call fails at once and the error says how long. After the
 * first delta of a stream nothing is tried again: what was shown cannot be taken back.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function withRetry(model: Model, options: RetryOptions = {}): Model {
  checkOptions(model, options);
  const { attempts, timeoutMs, ...waits } = { ...retryDefaults, ...withoutUndefined(options) };
  const { random = Math.random, now = Date.now, sleep = wait } = options;
  return {
    id: model.id,
    retries: true,
    ...(model.streams ? { streams: true } : {}),
    async generate(request, { signal, onDelta }) {
      const startedAt = now();
      const timeLeft = () => timeoutMs - Math.max(0, now() - startedAt);
      for (let attempt = 1; ; attempt++) {
        const left = timeLeft();
        const { reply, error, isShown } = await askModel(model, request, {
          signal,
          onDelta,
          timeoutMs: left,
        });
        if (reply) return reply;
        const { retryAfterMs } = error;
        const delayMs = retryAfterMs ?? random() * longestWait(attempt, waits);
        const isTooLong = (retryAfterMs ?? 0) > waits.maxRetryAfterMs || delayMs >= timeLeft();
        if (!error.retryable || isShown || attempt >= attempts || isTooLong) {
          throw givenUp(error, attempt, isTooLong ? delayMs : undefined);
        }
        await settle(() => sleep(delayMs, signal), { signal });
      }
    },
  };
}

function longestWait(
  attempt: number,
  { baseDelayMs, maxDelayMs }: { baseDelayMs: number; maxDelayMs: number },
): number {
  return Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}

function givenUp(error: ModelCallError, attempts: number, delayMs?: number): ModelCallError {
  const tried = attempts === 1 ? '' : `; ${attempts} attempts were made`;
  const wait =
    delayMs === undefined || !error.retryable
      ? ''
      : `; another attempt would have to wait ${Math.ceil(delayMs)} ms`;
  return modelCallError({ ...error, message: `${error.message}${tried}${wait}` });
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await settle(() => new Promise(() => {}), { timeoutMs: ms, signal });
}

function withoutUndefined<Options extends object>(
  options: Options,
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  const known = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
}

function checkOptions(model: Model, options: RetryOptions): void {
  checkModel('model', model);
  checkNoRetries(model);
  checkOptionNames(options, [...Object.keys(retryDefaults), 'random', 'now', 'sleep']);
  checkCount(options, 'attempts', 1);
  checkFunctions(options, ['random', 'now', 'sleep']);
  checkAmount('timeoutMs', options.timeoutMs, 1);
  for (const name of ['baseDelayMs', 'maxDelayMs', 'maxRetryAfterMs'] as const) {
    checkAmount(name, options[name], 0);
  }
}

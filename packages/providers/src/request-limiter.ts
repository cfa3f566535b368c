import type { Model, ModelRequest } from '@loopwright/agent-run';
import { checkCount, checkFunctions, mustBe } from '@loopwright/agent-run/option-checks';
import { askModel } from './shared/ask-model.ts';
import { createMinuteWindow } from './shared/minute-window.ts';
import { modelCallError } from './shared/model-call-error.ts';
import { createPlaceQueue, type SetTimer } from './shared/place-queue.ts';
import { traitsOf } from './shared/wrapped-model.ts';
import { checkAmount, checkModel, checkOptionNames } from './shared/wrapper-checks.ts';

/** What applies when the caller sets nothing, in milliseconds. */
export const limiterDefaults = {
  /** The longest that one call may hold its place, whatever the model does. */
  timeoutMs: 600_000,
} as const;

/** Options of {@link createRequestLimiter}. */
export type RequestLimiterOptions = {
  /** Calls at the same time. */
  concurrency: number;
  /** Calls that start within any minute. Default: no limit. */
  requestsPerMinute?: number;
  /**
   * Tokens within any minute, in and out. Default: no limit. A call counts by the length of its texts and by its
   * `maxOutputTokens` until its reply says better.
   */
  tokensPerMinute?: number;
  /** Milliseconds that one call may hold its place. Default 600,000. */
  timeoutMs?: number;
  /** A clock in milliseconds that is never set back. Default: `performance.now`. */
  now?: () => number;
  /** Calls an action later and gives the function that prevents it. Default: a timer. */
  setTimer?: SetTimer;
};

/** A limit that several models, runs and sessions share. */
export type RequestLimiter = {
  /** The model within the limit. Waiting is part of the call: the deadline of the caller counts on. */
  limit(model: Model): Model;
  /** Calls that hold a place now. */
  readonly active: number;
  /** Calls that wait for one. */
  readonly waiting: number;
};

const heartbeatMs = 10_000;
const counts = ['concurrency', 'requestsPerMinute', 'tokensPerMinute'] as const;

/**
 * Makes a limit for all calls of the models that are put under it. Who asks first is served first. A call that is
 * cancelled while it waits leaves the queue; one that fails, hangs or is cancelled gives its place back.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function createRequestLimiter(options: RequestLimiterOptions): RequestLimiter {
  checkOptions(options);
  const { concurrency, requestsPerMinute, tokensPerMinute } = options;
  const { timeoutMs = limiterDefaults.timeoutMs, setTimer = timer } = options;
  const { now = () => performance.now() } = options;
  const queue = createPlaceQueue({
    concurrency,
    requests: createMinuteWindow(requestsPerMinute, now),
    tokens: createMinuteWindow(tokensPerMinute, now),
    setTimer,
  });
  return {
    get active() {
      return queue.active;
    },
    get waiting() {
      return queue.waiting;
    },
    limit(model) {
      checkModel('model', model);
      return {
        id: model.id,
        ...traitsOf([model]),
        async generate(request, { signal, onDelta }) {
          const expected = expectedTokens(request);
          // Who waits in a queue is not a stream that fell silent.
          const stopBeating = model.streams ? beat(() => onDelta(''), setTimer) : () => {};
          const giveBack = await queue.take(expected, signal).finally(stopBeating);
          if (!giveBack) throw cancelled(model.id);
          const { reply, error } = await askModel(model, request, { signal, onDelta, timeoutMs });
          const { inputTokens, outputTokens } = reply?.usage ?? {};
          const isKnown = typeof inputTokens === 'number' && typeof outputTokens === 'number';
          giveBack(isKnown ? inputTokens + outputTokens : expected);
          if (!reply) throw error;
          return reply;
        },
      };
    },
  };
}

/** Four characters are about a token. */
function expectedTokens({ system, messages, maxOutputTokens = 0 }: ModelRequest): number {
  let chars = system.length;
  for (const message of messages) {
    if (message.role === 'user') for (const block of message.blocks) chars += block.length;
    else chars += message.text.length;
  }
  return Math.ceil(chars / 4) + maxOutputTokens;
}

function beat(action: () => void, setTimer: SetTimer): () => void {
  let cancel = () => {};
  const again = () => {
    cancel = setTimer(() => {
      action();
      again();
    }, heartbeatMs);
  };
  again();
  return () => cancel();
}

function timer(action: () => void, ms: number): () => void {
  const handle = setTimeout(action, ms);
  return () => clearTimeout(handle);
}

function cancelled(provider: string) {
  const message = 'The call was cancelled while it waited for its turn';
  return modelCallError({ kind: 'aborted', message, retryable: false, provider });
}

function checkOptions(options: RequestLimiterOptions): void {
  checkOptionNames(options, [...counts, 'timeoutMs', 'now', 'setTimer']);
  for (const name of counts) checkCount(options, name, 1);
  mustBe(options.concurrency !== undefined, 'concurrency', 'a number of calls', undefined);
  checkFunctions(options, ['now', 'setTimer']);
  checkAmount('timeoutMs', options.timeoutMs, 1);
}

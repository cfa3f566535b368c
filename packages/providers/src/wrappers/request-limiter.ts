import type { Model, ModelRequest, Usage } from '@loopwright/agent-run';
import { checkCount, checkFunctions, mustBe } from '@loopwright/agent-run/option-checks';
import { countOf, fieldsOf } from '../shared/fields.ts';
import { modelCallError } from '../shared/model-call-error.ts';
import { checkAmount, checkOptionNames } from '../shared/option-checks.ts';
import { askModel } from './ask-model.ts';
import { createMinuteWindow } from './minute-window.ts';
import { createPlaceQueue, type SetTimer } from './place-queue.ts';
import { traitsOf } from './wrapped-model.ts';
import { checkModel } from './wrapper-checks.ts';

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
  requestsPerMinute?: number | undefined;
  /**
   * Tokens within any minute, in and out. Default: no limit. A call counts by the length of its texts and by its
   * `maxOutputTokens` until its reply says better.
   */
  tokensPerMinute?: number | undefined;
  /** Milliseconds that one call may hold its place. Default 600,000. */
  timeoutMs?: number | undefined;
  /** A clock in milliseconds that is never set back. Default: `performance.now`. */
  now?: (() => number) | undefined;
  /** Calls an action later and gives the function that prevents it. Default: a timer. */
  setTimer?: SetTimer | undefined;
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

const heartbeatMs = 1_000;
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
          let used = expected;
          try {
            used = usedTokens(reply?.usage) ?? expected;
          } finally {
            giveBack(used);
          }
          if (!reply) throw error;
          return reply;
        },
      };
    },
  };
}

/** Null where the model does not say both numbers, or says what none can be. */
function usedTokens(usage: Partial<Usage> | undefined): number | null {
  const { inputTokens, outputTokens } = fieldsOf(usage);
  const isKnown = countOf(inputTokens) !== null && countOf(outputTokens) !== null;
  return isKnown ? Number(inputTokens) + Number(outputTokens) : null;
}

/** Four characters are about a token. */
function expectedTokens({ system, messages, maxOutputTokens }: ModelRequest): number {
  let chars = system.length;
  for (const message of messages) {
    if (message.role === 'user') for (const block of message.blocks) chars += block.length;
    else chars += message.text.length;
  }
  return Math.ceil(chars / 4) + (countOf(maxOutputTokens) ?? 0);
}

function beat(action: () => void, setTimer: SetTimer): () => void {
  let cancel = () => {};
  const again = () => {
    cancel = setTimer(() => {
      try {
        action();
      } catch {
        // Out of a timer it would be an exception that nobody can catch.
      }
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
